/** Every kind of id and its prefix, so that an id in a log shows its kind. */
export const prefixes = {
  user: "usr",
  session: "ses",
  wallet: "wal",
  liquidity: "liq",
  quote: "quo",
  entry: "txn",
  hold: "hld",
  event: "evt",
  request: "req",
  proposal: "prp",
  stake: "stk",
  apiKey: "key",
  card: "crd",
  merchant: "mer",
  order: "ord",
  program: "lop",
  approval: "apr",
  webhook: "whk",
  delivery: "dlv",
  replay: "rpl",
  job: "job",
  template: "tpl",
  notification: "ntf",
  beneficiary: "ben",
  scheduled: "sch",
  withdrawal: "wdr",
  deed: "ded",
  document: "doc",
  verification: "ver",
  decision: "dcn",
  challenge: "chl",
  pointsLine: "lpt",
  payment: "pay",
  paymentCode: "qrc",
  ticket: "tkt",
} as const;

export type IdKind = keyof typeof prefixes;

/** The pattern of a ULID in our ids. */
export const ULID = "[0-9a-hjkmnp-tv-z]{26}";

export const pattern = (kind: IdKind): RegExp => new RegExp(`^${prefixes[kind]}_${ULID}$`);
