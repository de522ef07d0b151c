import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { pick } from "../kernel/fields.ts";
import { same, type Text, text } from "../kernel/texts/index.ts";
import { listAll } from "../platform/table/list.ts";
import type { UserActor } from "./actor.ts";
import { session } from "./entity.ts";
import { SessionNotFound } from "./errors.ts";
import * as Sessions from "./sessions.ts";
import * as Stamp from "./stamp.ts";

/** The list of an account's web and device sessions, for its owner. */

export type ListedSession = Awaited<ReturnType<typeof list>>[number];

/** Lists the actor's valid sessions by browser or device, the most recently active first. */
export async function list(actor: UserActor) {
  return (await listAll(session, actor))
    .filter((one) => one.ttl > Clock.nowSeconds() && Stamp.matches(one, actor))
    .map((one) => ({
      id: one.sessionId,
      ...pick(one, "kind", "ip", "createdAt", "lastActive"),
      name: one.kind === "web" ? browserOf(one.userAgent) : same(one.deviceInfo.model),
      isCurrent: one.sessionId === actor.sessionId,
    }))
    .sort((a, b) => (a.lastActive < b.lastActive ? 1 : -1));
}

/** Ends one of the actor's sessions. @throws SESSION_NOT_FOUND, also for another user's */
export async function endOne({ userId }: UserActor, sessionId: string): Promise<void> {
  if (!(await Sessions.endById(userId, sessionId))) throw fail(SessionNotFound);
}

type Named = readonly (readonly [RegExp, string])[];

// The order matters, because most user agents also contain the names of other browsers.
const BROWSERS: Named = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: Named = [
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const first = (names: Named, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Describes a user agent. Never returns its text, because a client may send anything. */
function browserOf(userAgent: string): Text {
  const browser = first(BROWSERS, userAgent);
  const system = first(SYSTEMS, userAgent);
  if (browser === undefined && system === undefined) return text("Unknown app", "Application inconnue");
  if (browser === undefined) return text(`Unknown app on ${system}`, `Application inconnue sur ${system}`);
  return system === undefined ? same(browser) : text(`${browser} on ${system}`, `${browser} sur ${system}`);
}
