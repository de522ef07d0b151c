import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { LANGUAGE_COOKIE } from "../../contract/cookies.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { env } from "../../core/kernel/env.ts";
import { languageOf, preferredLanguage, type Reader } from "../../core/kernel/texts/index.ts";
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
  const chosen = readsCookies(spec) ? cookiesOf(event)[LANGUAGE_COOKIE] : undefined;
  return {
    language:
      actor?.language ??
      languageOf(chosen ?? "") ??
      preferredLanguage(header(event, "accept-language")) ??
      "en",
    timeZone: actor?.timeZone ?? env("MAIL_TIME_ZONE", "Europe/Paris"),
  };
}
