import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { callerOfIp } from "../platform/ratelimit/caller.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { session } from "./entity.ts";
import { InvalidRefreshToken, RefreshTokenReused } from "./errors.ts";
import { GRACE_SECONDS } from "./schema.ts";
import * as Sessions from "./sessions.ts";
import * as Tokens from "./tokens.ts";

/**
 * Refresh tokens of the web. Each is good for one use, which replaces it: one of ours that is not the current
 * one was used twice, by its owner or by a thief.
 */

/**
 * Exchanges the current refresh token of a web session for new tokens. The one before it gets the same again
 * for a moment. Any other that was current once ends the session for whoever holds it, and the attempt is
 * recorded.
 * @throws AUTH_INVALID_REFRESH_TOKEN, AUTH_REFRESH_TOKEN_REUSED
 */
export async function refresh(refreshToken: string, client: Sessions.Client): Promise<Sessions.Started> {
  const claims = await Tokens.verifyRefresh(refreshToken);
  if (!claims) throw fail(InvalidRefreshToken);
  const presented = Tokens.hash(refreshToken);
  return Table.change(
    () => Sessions.read(claims),
    async (found) => {
      if (found?.session.kind !== "web") throw fail(InvalidRefreshToken);
      const { session: current, user } = found;
      const { userId, sessionId } = current;
      const isRepeated = repeats(current, presented, client);
      if (current.refreshHash !== presented && !isRepeated) {
        await Sessions.endForFraud({
          what: "refresh-token-reused",
          userId,
          sessionId,
          ...Sessions.clientOf(client),
        });
        throw fail(RefreshTokenReused);
      }
      const issued = isRepeated ? current : Sessions.issuing(current.createdAt);
      const result = await Sessions.tokensOf(user, sessionId, issued, refreshToken);
      const refreshHash = Tokens.hash(result.refreshToken);
      if (!isRepeated) return { writes: [renewing(current, { ...issued, refreshHash }, client)], result };
      // Another secret signs by now.
      if (refreshHash !== current.refreshHash) throw fail(InvalidRefreshToken);
      return { writes: [], result };
    },
  );
}

/** The write of new tokens over exactly those that were read. */
const renewing = (
  before: Sessions.WebSession,
  kept: Sessions.Issued & Pick<Sessions.WebSession, "refreshHash">,
  client: Sessions.Client,
): Table.Write => ({
  update: session.key(before),
  set: {
    ...kept,
    ...Sessions.clientOf(client),
    previousHash: before.refreshHash,
    lastActive: Clock.nowIso(),
  },
  where: Where.is({ refreshHash: before.refreshHash }),
});

/**
 * Whether a refresh is the latest one once more: of the same token, from the same address and program, at once.
 * Whoever else has the token, or has it later, has stolen it.
 */
function repeats(current: Sessions.WebSession, presented: string, client: Sessions.Client): boolean {
  const { ip, userAgent } = Sessions.clientOf(client);
  return (
    current.previousHash === presented &&
    Clock.nowMs() - Date.parse(current.lastActive) <= GRACE_SECONDS * 1000 &&
    current.userAgent === userAgent &&
    callerOfIp(current.ip) === callerOfIp(ip)
  );
}
