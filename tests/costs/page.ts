import { routes, sockets } from "../../contract/index.ts";
import type { RouteSpec } from "../../contract/route.ts";
import type { Counts } from "./count.ts";
import { feedMonth, idle, type Line, MONTH_SECONDS, total } from "./idle.ts";
import type { Measured } from "./measured.ts";
import { PRICES_OF, prices } from "./prices.ts";
import { DOOR, PER_REQUEST, type Priced, priceRequests, TYPICAL } from "./requests.ts";

/** Renders the page docs/COST.md. */

const usd = (value: number, digits = 2): string =>
  `$${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");

export function page(measured: Measured, counts: Counts): string {
  const lines = idle(measured, counts);
  const requests = priceRequests(measured);
  return `# Costs

\`npm run costs\` generates this page from production's templates and from units measured on the local runtime
(\`npm run costs -- --measure\`); a test compares it with the templates. **Prices are AWS's list prices of ${PRICES_OF.region}, ${PRICES_OF.asOf},
without free tiers** (\`tests/costs/prices.ts\`). Check them before deciding anything; Europe is 5 to 20 % more expensive.
No figure comes from a bill, because no stage has been deployed yet.

${idleSection(lines, measured)}

${requestSection(requests)}

${usersSection(requests, total(lines))}

${limitsSection(requests)}

${abuseSection(requests)}
`;
}

const idleSection = (lines: readonly Line[], measured: Measured): string => `## Idle stage, per month

A production stage without users: ${usd(total(lines), 0)}.

${table(
  ["item", "calculation", "US dollars"],
  [...lines].sort((a, b) => b.usd - a.usd).map((line) => [line.what, line.how, usd(line.usd)]),
)}

- With subscribers all the time, the feed would cost ${usd(feedMonth(measured, "minuteLong").usd, 0)} instead of ${usd(feedMonth(measured, "once").usd, 0)} (\`PRICE_FEED\`, [PRICES.md](PRICES.md)). It runs continuously
  while a client is connected or reads prices.
- Other stages have no firewall by default (\`firewall=true\` adds it), and \`PRICE_FEED=minute\`. \`firewallManaged=count\` lets AWS's managed rules
  only count, for the first days.
- The table, its backups, files and logs are billed by size: per month $0.25 for a GB of table, $0.20 for its point-in-time recovery, $0.03 for a GB of logs.
- Metrics are written as log lines and billed for each month in which they were written. Those of the schedules are included above. Each called route adds one, each
  family four: all ${routes.length} routes of ${familiesOf(routes).size} families cost ${usd(metricsOf(routes) * prices.metric)}. Each failing route adds one more, each active consumer three.`;

const requestSection = (requests: readonly Priced[]): string => `## A million requests

Units and round trips are measured for signed-in callers: on public reads, two read units belong to the session. A strongly consistent read of up to 4 KB is one unit, a write of 1 KB is one, in a transaction two. The
duration is calculated: ${PER_REQUEST.ownMs} ms, ${PER_REQUEST.roundTripMs} ms per round trip, and ${PER_REQUEST.passwordMs} ms if a password is hashed. Every request pays ${usd(DOOR * 1e6)} per million for the
distribution, the firewall and the API; ${usd(prices.lambdaRequest * 1e6)} for the invocation, ${usd(PER_REQUEST.logBytes * prices.logGb * 1e-3)} for its log lines and ${usd(PER_REQUEST.traced * prices.trace * 1e6)} for traces.
A response from the distribution's cache (\`cache\`) costs ${usd((prices.cloudFrontRequest + 2 * prices.cloudFrontFunction + prices.wafRequest) * 1e6)} in total. Cold starts are not included.

${table(
  ["route", "round trips", "read", "written", "MB", "ms", "per million"],
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

function typical(requests: readonly Priced[]) {
  return Object.entries(TYPICAL).map(([name, times]) => {
    const found = requests.find((one) => one.name === name);
    if (!found) throw new Error(`${name} was not measured: npm run costs -- --measure`);
    return { name, times, usd: found.usd };
  });
}

const familiesOf = (some: readonly RouteSpec[]) => new Set(some.map(({ family }) => family));

/**
 * Returns the number of metrics that requests write: one per route, and four per family (its duration and
 * three kinds of responses).
 */
export const metricsOf = (called: readonly RouteSpec[]): number =>
  new Set(called).size + 4 * familiesOf(called).size;

export const calledRoutes = (): readonly RouteSpec[] => {
  const ids = Object.keys(TYPICAL).map((name) => name.split(",")[0]);
  return routes.filter(({ id }) => ids.includes(id));
};

/** Returns the public read with the most read units. */
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
  const [emails, texts] = [2, 0.2];
  const messagesUsd = emails * prices.mail + texts * prices.text;
  const metrics = metricsOf(calledRoutes());
  const metricsUsd = metrics * prices.metric;
  const all = (users: number) => usd(users * (day * DAYS + messagesUsd) + metricsUsd + idleUsd, 0);
  return `## 1,000 users

A user's daily requests are assumptions (\`TYPICAL\` in \`tests/costs/requests.ts\`): replace them with observed values.

${table(
  ["route", "per day", "per month and 1,000 users"],
  typical(requests).map((one) => [`\`${one.name}\``, one.times, usd(one.times * one.usd * DAYS * 1000)]),
)}

${requestsADay.toFixed(1)} requests per day x ${DAYS} days x 1,000 users: ${usd(day * DAYS * 1000)}. With ${emails} emails and ${texts} text messages per month and user (${usd(messagesUsd * 1000)}), the ${metrics} metrics
of these routes and their families (${usd(metricsUsd)} for any number of users; ${usd(metricsOf(routes) * prices.metric)} if every route is called) and the idle stage: **${all(1000)} per
month for 1,000 users, ${all(10_000)} for 10,000, ${all(100_000)} for 100,000**. Live prices are additional: a million messages to subscribers cost ${usd(prices.socketMessage * 1e6)},
so a user who watches one symbol at one update per second for an hour a day costs ${usd(3600 * DAYS * prices.socketMessage)} per month.`;
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
  return `## First limits

A busy hour is assumed to have ten times the mean: 1,000 users make ${mapped(average(1000), 2)} requests per second, ${mapped(peak(1000), 1)} in a busy hour; 100,000 make ${mapped(peak(100_000))}. The limits in the order in
which they are reached:

| | limit | reached at | remedy |
|---|---|---|---|
| notification streams | ${stream} concurrent (reserved concurrency of \`notifications.stream\`) | ${stream} open pages: 1 user in 500 of 100,000 | raise the share and the account's quota; a stream costs ${usd(3600 * 0.5 * prices.lambdaGbSecond, 3)} per hour, so beyond some thousands use the WebSocket or polling |
| posts to WebSocket connections | 10,000 requests per second, shared by all APIs of the account and region | 10,000 subscribers x 1 update per second; 2,500 x 4 | AWS raises it on request; conflate more; then run own servers ([PRICES.md](PRICES.md)) |
| new WebSocket connections | 500 per second | 100,000 that reconnect after a deploy need 200 s: clients wait at random | AWS raises it on request |
| a pool of the exchange | one item: about 100 swaps per second, because each rewrites it (2 units of the 1,000 written that a partition accepts, and the conditional write is retried after a concurrent update) | ${mapped(100 / (((TYPICAL["defi.dex.swap, one pool"] ?? 0.3) * 10) / 86_400))} users in a busy hour, all in one pool | order swaps of a pool in a queue (one writer), or split deep pools; more pairs help immediately |
| a farm | one accumulator, 86 to 166 stakes per second on a laptop | like a pool | settle in batches |
| concurrent executions | ${mapped(1000)} in a new account, often less; \`concurrency\` reserves shares | ${mapped(peak(100_000))} requests per second x ${mapped(seconds * 1000)} ms = ${mapped(peak(100_000) * seconds)} concurrent for 100,000 users: reached by slow providers, not by users | the quota, free of charge; \`accountConcurrency\` |
| the APIs' throttle | 2,000 requests per second and a burst of 4,000 for each API (\`stacks/config.ts\`) | ${mapped((2000 * 86_400) / (10 * requestsADay))} users | the throttle, up to the account's 10,000 per second; then a second account or region |
| limits by IP address | one item per caller: never hot, 1 unit per request | a single address, which is rejected | none: this is their purpose |
| the table | on demand: initially 4,000 written and 12,000 read units per second, twice the last peak within 30 minutes; 40,000 each by quota | ${mapped(peak(1_000_000))} requests per second x 5 units: a million users | warm throughput before a launch; the quota |
| SQS, outbox | 10 executions of each consumer, a sweep per minute | a backlog of minutes, with an alarm on its age | \`maxConcurrency\` |
| text messages, email | the monthly budgets: \`SMS_MONTHLY_BUDGET_USD\`, SNS's spending limit, SES's sending quota | a wave of registrations | raise all three |

The socket's three functions have ${socket} reserved executions, so that a flood of connections never blocks the routes that move money.`;
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
  const cacheSeconds = worst.spec.cache?.seconds ?? 0;
  const perDay = (each: number) => usd(each * 86_400 * worst.reads * prices.read, each < 1 ? 2 : 0);
  return `## Cost and bounds of abuse

- **Public reads.** The most expensive one, \`${worst.name}\`, reads ${worst.reads} units without a cache. ${mapRate(rate)} uncached calls per second would cost ${perDay(rate)} per day in units alone.
  In practice, the distribution caches the response for ${cacheSeconds} seconds (\`cache\`) by path, the route's own parameters and \`Origin\`, so made-up parameters do not bypass it.
  Requests that bypass it (with made-up credentials or origins) reach the cache of the process for the same time (\`recent\`): one read in ${cacheSeconds} seconds costs ${perDay(1 / cacheSeconds)} per day for one process, ${perDay(1000 / cacheSeconds)} for the 1,000 that a
  new account may run. Other reads are cached for at least one second; a call within that time reads nothing.
- **Floods through the distribution.** The firewall rejects an address after 6,000 requests in five minutes (\`firewallFlood\`), a developer's program
  after 36,000, and any caller after 300 at the routes without credentials. Requests that pass it and hit the cache cost ${usd(cached * 1e6)} per million.
- **Floods past the distribution.** The APIs and Function URLs have their own addresses, which API Gateway cannot disable while they are the origin.
  Every function checks the distribution's secret first (\`EDGE_REQUIRED\`), so such a request reads and writes nothing, and writes no log line (which would cost ${million(logged)} per million, the
  largest part of our own cost; the API's access log has the request). It still costs its invocation: at the throttle of ${mapRate(rate)} per second, day and night,
  ${flood(refused)} per month, the maximum cost of an API under such a flood. It also uses up the throttle, which the API's request count shows. The addresses
  are in no response and on no page, and a new API has a new one.
- **An authorizer of API Gateway**, cached by the secret's header, could reject such requests before our function runs. It was evaluated and not added:

  | a million requests past the distribution | today | with an authorizer |
  |---|---:|---:|
  | without the header | API ${million(prices.httpApiRequest)} + our function ${million(invoked)} = ${million(refused)} | API ${million(prices.httpApiRequest)}: rejected without any function |
  | with a new made-up header each time | the same | API ${million(prices.httpApiRequest)} + the authorizer ${million(invoked)} = ${million(refused)}: never cached |
  | at ${mapRate(rate)} per second, per month | ${flood(refused)} | ${flood(prices.httpApiRequest)} to ${flood(refused)} |

  It saves ${((invoked / refused) * 100).toFixed(0)} % of a flood by an attacker who does not know about the header, and nothing with one who does. (Whether AWS bills requests that an HTTP API
  rejects itself is not verified: if not, the first line is free, and the second stays the same.) It costs every valid request: one more function in front of all
  APIs, whose error or throttling is a 500 on all of them; its cold start whenever nothing is cached (five minutes, by API and value); rejections in API Gateway's format
  instead of a family's envelope; and a longer rotation, because a rejection of the new value would be cached as long as a permission. **Decision:** not
  worth it. A flood is bounded by the throttle (half of it costs half), the alarm on the API's requests, and a new API.
- **Text messages.** About ${usd(prices.text)} each, and an attacker can earn money with them. They are sent only to served countries (\`SMS_COUNTRIES\`): 10 per hour and 20 per day to a number and for an
  account, 50 per day from an address, 100 per day to a thousand consecutive numbers, and in total within \`SMS_MONTHLY_BUDGET_USD\`, of which a
  day spends a tenth at most, each counted at \`SMS_MAX_PRICE_USD\`. Also set SNS's own monthly spending limit, which no bug of ours can exceed.
- **Email.** ${usd(prices.mail * 1000)} per thousand. A recipient gets a few emails of each kind per hour (\`core/messaging/notifications/links.ts\`), and an
  IP address has five attempts per 15 minutes on the routes that send them.
- **Jobs, exports, streams** have limits by plan and shares of concurrency; AWS Budgets reports unforeseen costs.`;
};

const mapRate = (rate: number): string => rate.toLocaleString("en-US");
