import * as z from "zod";
import { NotFound } from "../../core/kernel/errors.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { redirect } from "./page.ts";

/** Addresses at which systems and password managers find what belongs to this site (RFC 8615). */

const route = defineFamily({
  id: "web.well-known",
  path: "/.well-known",
  family: "web",
  auth: "none",
  limit: limits.page,
  method: "GET",
});

export const appleAppSiteAssociation = route({
  id: "apple-app-site-association",
  path: "/apple-app-site-association",
  summary: "The iOS apps that may use the site's passkeys and saved passwords",
  description: "A 404 unless `IOS_APP_IDS` names apps. Apple's servers read it when an app is installed.",
  response: {
    description: "The apps, in Apple's format",
    body: z.object({ webcredentials: z.object({ apps: z.array(z.string()) }) }),
  },
  errors: [NotFound],
});

export const assetlinks = route({
  id: "assetlinks",
  path: "/assetlinks.json",
  summary: "The Android app that may use the site's passkeys and saved passwords",
  description:
    "A 404 unless `ANDROID_PACKAGE_NAME` names the app and `PASSKEY_ORIGINS` its signing certificates. Credential Manager reads it.",
  response: {
    description: "The app, as Digital Asset Links",
    body: z.array(
      z.object({
        relation: z.array(z.string()),
        target: z.object({
          namespace: z.literal("android_app"),
          package_name: z.string(),
          sha256_cert_fingerprints: z.array(z.string()),
        }),
      }),
    ),
  },
  errors: [NotFound],
});

export const passkeyEndpoints = route({
  id: "passkey-endpoints",
  path: "/passkey-endpoints",
  summary: "The page on which users add and remove passkeys",
  description: "Password managers offer to replace a saved password by a passkey, and open the page.",
  response: {
    description: "The addresses of the page",
    body: z.object({ enroll: z.url(), manage: z.url() }),
  },
});

export const changePassword = route({
  id: "change-password",
  path: "/change-password",
  summary: "Redirects to the page on which users change their password",
  description: "Password managers open it for a saved password that is weak or was found in a breach.",
  responses: { 302: redirect },
});
