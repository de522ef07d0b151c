import { routes, sockets } from "../../contract/index.ts";
import type { RouteSpec } from "../../contract/route.ts";
import type { Counts } from "./count.ts";
import { feedMonth, idle, type Line, MONTH_SECONDS, total } from "./idle.ts";
import type { Measured } from "./measured.ts";
import { PRICES_OF, prices } from "./prices.ts";
import { DOOR, PER_REQUEST, type Priced, priced, TYPICAL } from "./requests.ts";

/** The page docs/COST.md. */

const usd = (value: number, digits = 2): string =>
  `$${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");

export function page(measured: Measured, counts: Counts): string {
  const lines = idle(measured, counts);
  const requests = priced(measured);
  return `# What it costs

Written by \`npm run costs\`, from the templates of production and from units that were measured on the local runtime
(\`npm run costs -- --measure\`); a test holds the page against the templates. **Prices are AWS's list prices of ${PRICES_OF.region}, ${PRICES_OF.asOf},
without free tiers** (\`tests/costs/prices.ts\`): they are to be checked before anything is decided by them, and Europe is dearer by
5 to 20 %. Nothing here was read off a bill: no stage has been deployed yet.

${idleSection(lines, measured)}

${requestSection(requests)}

${usersSection(requests, total(lines))}

${limitsSection(requests)}

${abuseSection(requests)}
`;
}

const idleSection = (lines: readonly Line[], measured: Measured): string => `## Idle, a month

A stage of production's form that nobody uses: ${usd(total(lines), 0)}.

${table(
  ["what", "how", "US dollars"],
  [...lines].sort((a, b) => b.usd - a.usd).map((line) => [line.what, line.how, usd(line.usd)]),
)}

- A feed that never slows down would be ${usd(feedMonth(measured, "minuteLong").usd, 0)} in place of ${usd(feedMonth(measured, "once").usd, 0)}: \`PRICE_FEED\` ([PRICES.md](PRICES.md)). It is so
  as long as anybody is connected or reads prices.
- Other stages have no firewall unless they ask (\`firewall=true\`), and \`PRICE_FEED=minute\`. \`firewallManaged=count\` lets AWS's managed rules
  only count, for the first days.
- The table, its backups, files and logs cost by what is in them: $0.25 a GB of table a month, $0.20 for its point-in-time recovery, $0.03 a GB of logs.
- Metrics are written as log lines and cost by the month in which they were written. Those of the schedules are above. Each route that is called adds one, each
  family four: all ${routes.length} routes of ${familiesOf(routes).size} families ${usd(metricsOf(routes) * prices.metric)}. Each route that fails adds one more, each consumer that works three.`;

const requestSection = (requests: readonly Priced[]): string => `## A million requests

Units and round trips are measured, of callers who are signed in: of public reads two read units are the session's. A strongly consistent read of up to 4 KB is one, a write of 1 KB is one, in a transaction two. The
duration is arithmetic: ${PER_REQUEST.ownMs} ms and ${PER_REQUEST.roundTripMs} ms for each round trip, ${PER_REQUEST.passwordMs} ms more where a password is hashed. Each pays the door: ${usd(DOOR * 1e6)} a million for the
distribution, the firewall and the API; then ${usd(prices.lambdaRequest * 1e6)} for the invocation, ${usd(PER_REQUEST.logBytes * prices.logGb * 1e-3)} for its log lines and ${usd(PER_REQUEST.traced * prices.trace * 1e6)} for traces.
What the distribution keeps (\`cache\`) pays ${usd((prices.cloudFrontRequest + 2 * prices.cloudFrontFunction + prices.wafRequest) * 1e6)} and nothing behind it. Cold starts are not in it.

${table(
  ["route", "round trips", "read", "written", "MB", "ms", "a million"],
  [...requests]
    .sort((a, b) => b.usd - a.usd)
    .map((one) => [
      `\`${one.name}\``,
      one.roundTrips,
      one.reads,
      one.writes,
      one.mb,
      one.ms,
      usd(one.usd * 1e6),
    ]),
)}`;

/** What a user does on a day, with the price of each. */
function typical(requests: readonly Priced[]) {
  return Object.entries(TYPICAL).map(([name, times]) => {
    const found = requests.find((one) => one.name === name);
    if (!found) throw new Error(`${name} was not measured: npm run costs -- --measure`);
    return { name, times, usd: found.usd };
  });
}

const familiesOf = (some: readonly RouteSpec[]) => new Set(some.map(({ family }) => family));

/** How many metrics requests write: of each route its duration, of each family that and three kinds of answers. */
export const metricsOf = (called: readonly RouteSpec[]): number =>
  new Set(called).size + 4 * familiesOf(called).size;

/** The routes that a user calls. */
export const called = (): readonly RouteSpec[] => {
  const ids = Object.keys(TYPICAL).map((name) => name.split(",")[0]);
  return routes.filter(({ id }) => ids.includes(id));
};

/** The public read that reads most. */
function worstRead(requests: readonly Priced[]) {
  const open = requests.flatMap(({ name, reads }) => {
    const spec = routes.find(({ id }) => id === name);
    return spec?.method === "GET" && spec.auth === "none" ? [{ name, reads, spec }] : [];
  });
  const [first] = open.toSorted((a, b) => b.reads - a.reads);
  if (!first) throw new Error("no public read was measured: npm run costs -- --measure");
  return first;
}

const perUserDay = (requests: readonly Priced[]): number =>
  typical(requests).reduce((sum, { times, usd: each }) => sum + times * each, 0);
const requestsADay = Object.values(TYPICAL).reduce((sum, times) => sum + times, 0);
const DAYS = MONTH_SECONDS / 86_400;

const usersSection = (requests: readonly Priced[], idleUsd: number): string => {
  const day = perUserDay(requests);
  const [letters, texts] = [2, 0.2];
  const told = letters * prices.mail + texts * prices.text;
  const metrics = metricsOf(called());
  const metricsUsd = metrics * prices.metric;
  const all = (users: number) => usd(users * (day * DAYS + told) + metricsUsd + idleUsd, 0);
  return `## 1,000 users

What one does on a day is a guess, \`TYPICAL\` of \`tests/costs/requests.ts\`: put it right by what is seen.

${table(
  ["route", "a day", "a month and 1,000 users"],
  typical(requests).map((one) => [`\`${one.name}\``, one.times, usd(one.times * one.usd * DAYS * 1000)]),
)}

${requestsADay.toFixed(1)} requests a day x ${DAYS} days x 1,000 users: ${usd(day * DAYS * 1000)}. With ${letters} letters and ${texts} text messages a month each (${usd(told * 1000)}), the ${metrics} metrics
of these routes and their families (${usd(metricsUsd)}, however many users; ${usd(metricsOf(routes) * prices.metric)} where every route is called) and what is idle: **${all(1000)} a
month for 1,000 users, ${all(10_000)} for 10,000, ${all(100_000)} for 100,000**. Live prices come on top: a message to a subscriber is ${usd(prices.socketMessage * 1e6)} a million,
so one user who watches one symbol at one update a second for an hour a day costs ${usd(3600 * DAYS * prices.socketMessage)} a month.`;
};

const limitsSection = (requests: readonly Priced[]): string => {
  const average = (users: number) => (users * requestsADay) / 86_400;
  const peak = (users: number) => 10 * average(users);
  const seconds = requests.reduce((sum, { ms }) => sum + ms, 0) / requests.length / 1000;
  const stream = routes.find(({ id }) => id === "notifications.stream")?.reservedConcurrency ?? 200;
  const socket = Object.values(sockets[0]?.handlers ?? {}).reduce(
    (sum, one) => sum + (one.reservedConcurrency ?? 0),
    0,
  );
  const mapped = (value: number, digits = 0) =>
    value.toLocaleString("en-US", { maximumFractionDigits: digits });
  return `## What breaks first

A busy hour is taken as ten times the mean: 1,000 users are ${mapped(average(1000), 2)} requests a second, ${mapped(peak(1000), 1)} in a busy one; 100,000 are ${mapped(peak(100_000))}. In the order in
which they are met:

| | what there is | when it is met | what to change then |
|---|---|---|---|
| notification streams | ${stream} at once (reserved concurrency of \`notifications.stream\`) | ${stream} pages open at the same time: 1 user in 500 of 100,000 | raise the share and the account's quota; a stream costs ${usd(3600 * 0.5 * prices.lambdaGbSecond, 3)} an hour, so beyond some thousands move them to the WebSocket or to polling |
| posts to WebSocket connections | 10,000 requests a second, shared by all APIs of the account and region | 10,000 subscribers x 1 update a second; 2,500 x 4 | AWS raises it on request; conflate more; then servers of one's own ([PRICES.md](PRICES.md)) |
| new WebSocket connections | 500 a second | 100,000 that come again after a deploy need 200 s: clients wait at random | AWS raises it on request |
| a pool of the exchange | one item: about 100 swaps a second, for each rewrites it (2 units of the 1,000 written that a partition takes, and the conditional write is tried again where another was faster) | ${mapped(100 / (((TYPICAL["defi.dex.swap, one pool"] ?? 0.3) * 10) / 86_400))} users in a busy hour, all in one pool | order swaps of a pool in a queue (one writer), or split deep pools; more pairs help at once |
| a farm | one accumulator, 86 to 166 stakes a second on a laptop | as a pool | settle in batches |
| executions at once | ${mapped(1000)} in an account at first, often less; \`concurrency\` sets shares aside | ${mapped(peak(100_000))} requests a second x ${mapped(seconds * 1000)} ms = ${mapped(peak(100_000) * seconds)} at once for 100,000 users: met by slow providers, not by users | the quota, free of charge; \`accountConcurrency\` |
| the APIs' throttle | 2,000 requests a second and a burst of 4,000 for each API (\`stacks/config.ts\`) | ${mapped((2000 * 86_400) / (10 * requestsADay))} users | the throttle, up to the account's 10,000 a second; then a second account or region |
| limits by address | one item a caller: never hot, 1 unit a request | a single address, which is refused | nothing: it is what they are for |
| the table | on demand: 4,000 written and 12,000 read units a second at once, twice the last peak within 30 minutes; 40,000 each by quota | ${mapped(peak(1_000_000))} requests a second x 5 units: a million users | warm throughput before a launch; the quota |
| SQS, outbox | 10 executions of each consumer, a sweep a minute | a backlog of minutes, with an alarm on its age | \`maxConcurrency\` |
| text messages, mail | the month's budgets: \`SMS_MONTHLY_BUDGET_USD\`, SNS's spending limit, SES's sending quota | a wave of registrations | raise all three |

The socket's three functions have ${socket} executions of their own, so a flood of connections never takes those of the routes that move money.`;
};

const abuseSection = (requests: readonly Priced[]): string => {
  const rate = 2000;
  const flood = (each: number) => usd(rate * MONTH_SECONDS * each, 0);
  const invoked = prices.lambdaRequest + 0.002 * 0.5 * prices.lambdaGbSecond;
  const refused = prices.httpApiRequest + invoked;
  const logged = (PER_REQUEST.logBytes * prices.logGb) / 1e9;
  const million = (each: number) => usd(each * 1e6);
  const cached = prices.cloudFrontRequest + 2 * prices.cloudFrontFunction + prices.wafRequest;
  const worst = worstRead(requests);
  const kept = worst.spec.cache?.seconds ?? 0;
  const perDay = (each: number) => usd(each * 86_400 * worst.reads * prices.read, each < 1 ? 2 : 0);
  return `## What abuse costs, and what bounds it

- **Public reads.** The dearest, \`${worst.name}\`, reads ${worst.reads} units when nothing is known. ${mapRate(rate)} of them a second, each read anew, would be ${perDay(rate)} a day in units alone.
  It does not come to that: the distribution keeps the answer for ${kept} seconds (\`cache\`), told apart by the path, the parameters that the route names and \`Origin\`, so made-up parameters are no way around it. What
  passes it (with made-up credentials or origins) finds what a process keeps for as long (\`recent\`): it reads once in ${kept} seconds, ${perDay(1 / kept)} a day for one process, ${perDay(1000 / kept)} for the 1,000 that an
  account may have at once at first. Other reads are kept for a second or more; a call within that reads nothing.
- **Floods through the distribution.** The firewall refuses an address beyond 6,000 requests in five minutes (\`firewallFlood\`), one of developers' programs
  beyond 36,000, and beyond 300 at the doors that anybody may knock at. What it lets through and the distribution keeps costs ${usd(cached * 1e6)} a million.
- **Floods past the distribution.** The APIs and Function URLs have addresses of their own, which API Gateway cannot switch off as long as they are the origin.
  Every function asks for the distribution's secret before anything else (\`EDGE_REQUIRED\`), so such a request reads and writes nothing, and writes no log line (${million(logged)} a million: it would be the
  dearest part that is ours; the API's access log has the request). It still costs its invocation: at the throttle of ${mapRate(rate)} a second, day and night,
  ${flood(refused)} a month, which is the most that an API can be made to cost so. It uses the throttle up meanwhile, which the API's count of requests tells. The addresses
  are in no answer and in no page, and a new API has a new one.
- **An authorizer of API Gateway** whose answer is kept by the secret's header could refuse before our function runs. It was looked at, and is not there:

  | a million requests past the distribution | today | with an authorizer |
  |---|---:|---:|
  | without the header | API ${million(prices.httpApiRequest)} + our function ${million(invoked)} = ${million(refused)} | API ${million(prices.httpApiRequest)}: refused without any function |
  | with the header, made up anew each time | the same | API ${million(prices.httpApiRequest)} + the authorizer ${million(invoked)} = ${million(refused)}: nothing of it was kept |
  | at ${mapRate(rate)} a second, a month | ${flood(refused)} | ${flood(prices.httpApiRequest)} to ${flood(refused)} |

  So it saves ${((invoked / refused) * 100).toFixed(0)} % of a flood by somebody who does not know that a header is asked for, and nothing of one by somebody who does. (Whether AWS bills what an HTTP API
  refuses itself is to be looked up: if not, the first line is free, and the second stays as it is.) It costs every good request: one more function that all
  APIs pass, whose error or throttling is a 500 of all of them; a wait of its cold start whenever no answer is kept (five minutes, by each API and each value); refusals in API Gateway's words
  and not in a family's envelope; and a rotation with one more thing to wait for, since a refusal of the new value would be kept as long as a permission. **Decided:** not
  worth it. What bounds a flood is the throttle (half of it is half of the sum), the alarm on the API's requests, and a new API.
- **Text messages.** ${usd(prices.text)} or so each, and somebody may earn by them. They go to served countries alone (\`SMS_COUNTRIES\`), 10 an hour and 20 a day to a number and for an
  account, 50 a day from an address, 100 a day to a thousand numbers that follow each other, and all together within \`SMS_MONTHLY_BUDGET_USD\`, of which a
  day spends a tenth at most, each counted at \`SMS_MAX_PRICE_USD\`. Set SNS's own monthly spending limit beside it: it is the one that no bug passes.
- **Mail.** ${usd(prices.mail * 1000)} a thousand. An address gets few letters of each kind an hour, whoever asks (\`core/messaging/notifications/links.ts\`), and five tries a quarter of an hour are an
  address's at the routes that send them.
- **Jobs, exports, streams** have limits by plan and shares of concurrency; a budget of AWS Budgets tells of what none of this has foreseen.`;
};

const mapRate = (rate: number): string => rate.toLocaleString("en-US");
