import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { LANGUAGE_COOKIE } from "../../contract/cookies.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { env } from "../../core/kernel/env.ts";
import { languageOf, preferredLanguage, type Reader } from "../../core/kernel/texts/index.ts";
import type { Client } from "./call.ts";
import { readsCookies } from "./credential.ts";
import { cookiesOf, header } from "./middleware.ts";
import { stateOf } from "./state.ts";

/**
 * Who reads the answer. The language is the one that the account has asked for, else what was chosen on a
 * page, else what the client would rather have (`Accept-Language`), else English.
 *
 * An answer with texts names its language (`Content-Language`), and `Accept-Language` in `Vary`. Nobody keeps
 * one (`Cache-Control: no-store`): what the distribution keeps is data alone.
 */
export function readerOf(event: APIGatewayProxyEventV2, spec: Pick<RouteSpec, "auth" | "family">): Reader {
  const { actor } = stateOf(event);
  const cookies = readsCookies(spec) ? cookiesOf(event) : {};
  const headers = { "accept-language": header(event, "accept-language") ?? "" };
  return {
    language: actor?.language ?? languageAsked({ cookies, headers }) ?? "en",
    timeZone: actor?.timeZone ?? env("MAIL_TIME_ZONE", "Europe/Paris"),
  };
}

/** The language that a client asks for, chosen on a page or by `Accept-Language`; undefined where none of ours. */
export const languageAsked = ({ cookies, headers }: Pick<Client, "cookies" | "headers">) =>
  languageOf(cookies[LANGUAGE_COOKIE] ?? "") ?? preferredLanguage(headers["accept-language"]);
