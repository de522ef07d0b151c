import { randomUUID } from "node:crypto";
import { type Account, openAccount, PASSWORD, send, someAddress, transfer } from "./client.ts";
import { ms, percentile, progress, table } from "./print.ts";
import { startPlatform } from "./throughput.ts";

/** Measures voting over HTTP against `npm start` in a separate process, with its data on disk. */

const VOTERS = 16;
const PROPOSALS = 30;
const TWO_DAYS_SECONDS = 172_800;
/** The number of entries in the history of a delegator's wallet. A long history must not slow down votes. */
const LINES = 3000;
const DEPOSITORS = 32;

interface Voter extends Account {
  readonly email: string;
}

/** Registers a user with this many of the platform's tokens. */
async function openVoter(url: string, amount: number): Promise<Voter> {
  const { authorization } = await openAccount(url);
  const me = await send(`${url}/api/auth/me`, "GET", { authorization });
  const email = /"email":"([^"]+)"/.exec(me.body)?.[1] ?? "";
  const opened = await send(`${url}/api/defi/wallets`, "POST", { authorization }, { assetSymbol: "YANI" });
  const { wallet } = JSON.parse(opened.body) as { wallet: { id: string } };
  const voter = { authorization, walletId: wallet.id, email };
  await transfer(url, voter, "DEPOSIT", amount);
  return voter;
}

/** Signs in again, because a session expires in the days before voting begins. */
async function signIn(url: string, voter: Voter): Promise<Voter> {
  const { email } = voter;
  const answer = await send(
    `${url}/api/auth/signin`,
    "POST",
    { "x-forwarded-for": someAddress() },
    { email, password: PASSWORD },
  );
  const { token } = JSON.parse(answer.body) as { token: string };
  return { ...voter, authorization: `Bearer ${token}` };
}

async function propose(url: string, { authorization }: Voter): Promise<string> {
  const answer = await send(
    `${url}/api/defi/governance/proposals`,
    "POST",
    { authorization },
    { title: "Benchmark", description: "A vote to be measured.", category: "protocol", actions: [] },
  );
  return (JSON.parse(answer.body) as { id: string }).id;
}

/** Registers a user, and a delegator of this user whose wallet has a long history. */
async function openDelegate(url: string): Promise<Voter> {
  const [delegate, delegator] = await Promise.all([openVoter(url, 1000), openVoter(url, 1000)]);
  const deposits = Array.from({ length: DEPOSITORS }, async () => {
    for (let i = 0; i < LINES / DEPOSITORS; i++) await transfer(url, delegator, "DEPOSIT", 1);
  });
  await Promise.all(deposits);
  const base = `${url}/api/defi/governance`;
  const { authorization } = delegate;
  const power = await send(`${base}/voting-power`, "GET", { authorization });
  const { address } = JSON.parse(power.body) as { address: string };
  const own = { authorization: delegator.authorization };
  await send(`${base}/delegation`, "PUT", own, { delegatee: address });
  return delegate;
}

/** Votes on every proposal with all voters in parallel, one vote at a time for each voter. */
async function measureVotes(
  url: string,
  name: string,
  voters: readonly Voter[],
  proposals: readonly string[],
): Promise<(string | number)[]> {
  const latenciesMs: number[] = [];
  let failures = 0;
  const startedMs = performance.now();
  await Promise.all(
    voters.map(async ({ authorization }) => {
      for (const id of proposals) {
        const sentMs = performance.now();
        const { status } = await send(
          `${url}/api/defi/governance/proposals/${id}/vote`,
          "POST",
          { authorization, "idempotency-key": randomUUID() },
          { voteType: "for" },
        );
        latenciesMs.push(performance.now() - sentMs);
        if (status !== 200) failures++;
      }
    }),
  );
  const perSecond = latenciesMs.length / ((performance.now() - startedMs) / 1000);
  return [
    name,
    perSecond.toFixed(0),
    ms(percentile(latenciesMs, 0.5)),
    ms(percentile(latenciesMs, 0.99)),
    failures,
  ];
}

export async function governance(): Promise<void> {
  progress("starting the platform");
  const platform = await startPlatform();
  const { url } = platform;
  const rows: (string | number)[][] = [];
  try {
    progress("accounts and proposals");
    const opened: Voter[] = [await openVoter(url, 1_000_000)];
    while (opened.length <= VOTERS) opened.push(await openVoter(url, 1000));
    const [proposer] = opened as [Voter];
    const proposals: string[] = [];
    opened.push(await openDelegate(url));
    while (proposals.length < 3 * PROPOSALS) proposals.push(await propose(url, proposer));
    await send(`${url}/_local/clock`, "POST", {}, { advanceSeconds: TWO_DAYS_SECONDS });
    await send(`${url}/_local/drain`, "POST");
    const voters: Voter[] = [];
    for (const voter of opened) voters.push(await signIn(url, voter));
    progress("votes");
    const [alone] = voters as [Voter];
    const part = (index: number) => proposals.slice(index * PROPOSALS, (index + 1) * PROPOSALS);
    await measureVotes(url, "warm-up", [alone], part(0));
    rows.push(await measureVotes(url, "vote, 1 client", [alone], part(1)));
    rows.push(await measureVotes(url, `vote, ${VOTERS} clients`, voters.slice(1, -1), part(2)));
    const delegate = voters.slice(-1);
    rows.push(await measureVotes(url, `vote, delegate of a wallet of ${LINES} entries`, delegate, part(2)));
  } finally {
    progress("");
    await platform.stop();
  }
  table("Voting over HTTP on the local runtime", ["", "per second", "p50", "p99", "failures"], rows);
}
