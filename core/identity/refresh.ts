import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Outbox from "../platform/outbox/index.ts";
import { callerOfIp } from "../platform/ratelimit/limit.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { fraudRecord, session } from "./entity.ts";
import { InvalidRefreshToken, RefreshTokenReused } from "./errors.ts";
import * as Events from "./events.ts";
import { GRACE_SECONDS } from "./schema.ts";
import * as Sessions from "./sessions.ts";
import * as Tokens from "./tokens.ts";

/**
 * Refresh tokens of the web. Each use replaces the token. A former token is therefore a second use, by the owner or by a thief.
 */

/**
 * Exchanges the current refresh token of a web session for new tokens. A retry with the previous token gets the same new tokens
 * within `GRACE_SECONDS`. Any other former token ends the session and is recorded as fraud.
 * @throws AUTH_INVALID_REFRESH_TOKEN, AUTH_REFRESH_TOKEN_REUSED
 */
export async function refresh(refreshToken: string, client: Sessions.Client): Promise<Sessions.Started> {
  const claims = await Tokens.verifyRefresh(refreshToken);
  if (!claims) throw fail(InvalidRefreshToken);
  const presented = Tokens.hash(refreshToken);
  const from = Sessions.clientOf(client);
  return Table.change(
    () => Sessions.read(claims),
    async (found) => {
      if (found?.session.kind !== "web") throw fail(InvalidRefreshToken);
      const { session: current, user } = found;
      const { userId, sessionId } = current;
      const isRetried = isRetry(current, presented, from);
      if (current.refreshHash !== presented && !isRetried) {
        await endForFraud({ what: "refresh-token-reused", userId, sessionId, ...from });
        throw fail(RefreshTokenReused);
      }
      const issued = isRetried ? current : Sessions.newLifetime(current.createdAt);
      const result = await Sessions.signTokens(user, claims, issued, refreshToken);
      const refreshHash = Tokens.hash(result.refreshToken);
      if (isRetried) {
        // The signing secret was rotated between the refresh and the retry.
        if (refreshHash !== current.refreshHash) throw fail(InvalidRefreshToken);
        return { writes: [], result };
      }
      const { refreshHash: previousHash } = current;
      const renewal: Table.Write = {
        update: session.key(current),
        set: { ...issued, refreshHash, ...from, previousHash, lastActive: Clock.nowIso() },
        where: Where.is({ refreshHash: previousHash }),
      };
      return { writes: [renewal], result };
    },
  );
}

/** Returns whether a request repeats the latest refresh: the same token, IP address and user agent, within a few seconds. */
const isRetry = (
  current: Sessions.WebSession,
  presented: string,
  { ip, userAgent }: Sessions.Client,
): boolean =>
  current.previousHash === presented &&
  Clock.nowMs() - Date.parse(current.lastActive) <= GRACE_SECONDS * 1000 &&
  current.userAgent === userAgent &&
  callerOfIp(current.ip) === callerOfIp(ip);

interface FraudAttempt extends Sessions.Client {
  readonly what: "refresh-token-reused" | "refresh-token-of-another-device";
  readonly userId: string;
  readonly sessionId: string;
}

/** Ends a session whose refresh token was stolen, records the fraud and notifies the owner: once, also under parallel requests. */
export async function endForFraud({ what, ...seen }: FraudAttempt): Promise<void> {
  const at = Clock.nowIso();
  await Table.tryCommit([
    { remove: session.key(seen), where: Where.exists },
    { put: { ...fraudRecord.key({ ...seen, at }), ...seen, what, at } },
    Outbox.write(Events.RefreshTokenReused, seen),
  ]);
}
