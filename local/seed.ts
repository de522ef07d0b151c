import * as Farms from "../core/defi/farming/funding.ts";
import { type Role, type WebActor, webActor } from "../core/identity/actor.ts";
import type { NewApiKey } from "../core/identity/api-keys/index.ts";
import * as ApiKeys from "../core/identity/api-keys/index.ts";
import { fromText } from "../core/identity/api-keys/open.ts";
import { composeSecret } from "../core/identity/api-keys/text.ts";
import * as Passwords from "../core/identity/passwords.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import { create } from "../core/identity/users.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { env } from "../core/kernel/env.ts";
import { SvcError } from "../core/kernel/errors.ts";
import { DAY_MS } from "../core/kernel/time.ts";
import * as Supply from "../core/ledger/supply.ts";
import { PLATFORM } from "../core/loyalty/cards/schema.ts";
import type { NewChallenge } from "../core/loyalty/challenges/index.ts";
import * as Challenges from "../core/loyalty/challenges/index.ts";
import type { ProgramCategory } from "../core/loyalty/programs/schema.ts";
import { adopt } from "../core/payments/merchants/creation.ts";
import * as Merchants from "../core/payments/merchants/index.ts";
import type { Plan } from "../core/platform/ratelimit/schema.ts";
import { keyOfItem } from "../core/platform/table/entity.ts";
import * as Table from "../core/platform/table/index.ts";
import { WalletExists } from "../core/wallets/errors.ts";
import * as Wallets from "../core/wallets/index.ts";
import { seedLiquidity } from "./liquidity.ts";

/** The demo identities: one per role, created through core like any other account. */

/** Returns a fixed id. The secret of a demo key contains the ids of the key and of its owner. */
const demoId = (prefix: string, count: number): string => `${prefix}_${String(count).padStart(26, "0")}`;

interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The password's hash at the platform's cost, precomputed because hashing would double the time to start. */
  readonly passwordHash: string;
  readonly role: Role;
  /** The account's first wallets, empty. */
  readonly wallets: readonly string[];
  /** The age of the account. Defaults to 0. */
  readonly daysOld?: number;
}

export const people = {
  admin: {
    userId: demoId("usr", 1),
    name: "Ada Admin",
    email: "ada@svc.local",
    password: "Admin1!demo",
    passwordHash: "$2b$12$Ezkd5l8Ug0rKgO/CQiU4neeFGcPGRP6J3e.s13Ezam.0dhkmeLxZO",
    role: "ADMIN",
    wallets: [],
  },
  employee: {
    userId: demoId("usr", 2),
    name: "Emile Employee",
    email: "emile@svc.local",
    password: "Employee1!demo",
    passwordHash: "$2b$12$2tAhyf4TE4KR1cJ3Z83Np.GKEveV4Q8Z9glEb7KIqhqX/ApvHEIci",
    role: "EMPLOYE",
    wallets: [],
  },
  professional: {
    userId: demoId("usr", 3),
    name: "Paula Professional",
    email: "paula@svc.local",
    password: "Professional1!demo",
    passwordHash: "$2b$12$A4iER./K3qDDhpBS7p0k0OLcGmeuXVyaUPE9ed5xGKzY3KCqKwG6q",
    role: "PROFESSIONNEL",
    wallets: ["EUR", "BTC", "ETH"],
  },
  /** Has a merchant account. The professional has none and may still open one. */
  merchant: {
    userId: demoId("usr", 4),
    name: "Marc Merchant",
    email: "marc@svc.local",
    password: "Merchant1!demo",
    passwordHash: "$2b$12$CBfdxb41ExycwnVBhG3jre1ggum3J.B60U85//uFO7L./5ph.rJS6",
    role: "PROFESSIONNEL",
    wallets: [],
  },
  user: {
    userId: demoId("usr", 5),
    name: "Ugo User",
    email: "ugo@svc.local",
    password: "Particulier1!demo",
    passwordHash: "$2b$12$vXpT7HeN3w20TwAZ/Kc5ee.uEvdvNzjhoIhJLB6TNh7QNmdsJUL4q",
    role: "PARTICULIER",
    wallets: [],
  },
  /** Has a month of history if the demo is on (`demo/`). The other accounts are new. */
  demo: {
    userId: demoId("usr", 6),
    name: "Dana Demo",
    email: "dana@svc.local",
    password: "Danadana1!demo",
    passwordHash: "$2b$12$ZtXRHpLh/xyeSeF9tdhmauUgXAuPG6gw8sS5na/utW7kO97yZmG9i",
    role: "PARTICULIER",
    wallets: [],
    daysOld: 32,
  },
} as const satisfies Record<string, Person>;

const login = ({ email, password }: Person) => ({ email, password });

type Demo = NewApiKey & { readonly owner: keyof typeof people; readonly keyId: string };

const demo = (count: number, owner: Demo["owner"], name: string, plan: Plan): Demo => ({
  keyId: demoId("key", count),
  owner,
  name,
  mode: "live",
  plan,
  scopes: ["*"],
});

/** The demo API keys. They are live keys, because the local ledger contains no real money. */
export const demoKeys = {
  free: demo(1, "user", "Demo, free plan", "free"),
  pro: demo(2, "user", "Demo, pro plan", "pro"),
  enterprise: demo(3, "user", "Demo, enterprise plan", "enterprise"),
  mcp: demo(4, "user", "Demo, MCP", "pro"),
  mcpAdmin: demo(5, "admin", "Demo, MCP of an administrator", "pro"),
} as const satisfies Record<string, Demo>;

/** Returns the part of a secret that is random in other keys. A demo key is as public as the demo passwords. */
const fixedPart = (name: string): string => `demo-${name}-`.padEnd(43, "0");

const demoSecret = (name: keyof typeof demoKeys): string => {
  const { owner, keyId, mode } = demoKeys[name];
  return composeSecret({ ownerId: people[owner].userId, keyId, mode }, fixedPart(name));
};

/**
 * The demo merchant. Its account at the payment provider does not exist there: its revenue stays in its wallet on
 * the platform.
 */
export const DEMO_MERCHANT_ID = "mer_00000000000000000000000001";
const demoMerchant = {
  merchantId: DEMO_MERCHANT_ID,
  pspAccountId: "acct_demo",
  rights: { chargesEnabled: true, payoutsEnabled: true, status: "active" },
} as const;

const demoSeed = {
  admin: login(people.admin),
  employee: login(people.employee),
  professional: login(people.professional),
  merchant: login(people.merchant),
  user: login(people.user),
  demo: login(people.demo),
  merchantId: demoMerchant.merchantId,
  apiKeys: {
    free: demoSecret("free"),
    pro: demoSecret("pro"),
    enterprise: demoSecret("enterprise"),
    mcp: demoSecret("mcp"),
    mcpAdmin: demoSecret("mcpAdmin"),
  },
};

/** The API key that is preset on the API reference page, so that readers can try calls. */
export const demoKey: string = demoSeed.apiKeys.pro;

/** The secrets with which the providers' doubles sign. Empty for a real provider, whose secret is not shown. */
export interface WebhookSecrets {
  readonly psp: string;
  readonly bank: string;
}

/**
 * Returns the response of `GET /_local/seed`.
 * @param pspKey the secret key of the Stripe double; empty without the double
 */
export const seedOf = (webhookSecrets: WebhookSecrets, pspKey: string) => ({
  ...demoSeed,
  webhookSecrets,
  pspKey,
  /** The bank signs in the header `<bankProvider>-signature`. */
  bankProvider: env("BANK_PROVIDER", "bank"),
});

export type Seed = ReturnType<typeof seedOf>;

/** Written when the seed is complete. A restart finds it and changes nothing, even if the demo accounts have changed. */
const marker = keyOfItem({ pk: "LOCAL#SEED", sk: "DONE" });

const actorOf = (user: User): WebActor => webActor(user, "ses_seed");

async function register({ userId, name, email, password, passwordHash, daysOld = 0 }: Person): Promise<User> {
  // Tests set another cost, which applies here too.
  const hash = process.env["BCRYPT_COST"] ? await Passwords.hash(password) : passwordHash;
  const account = { userId, name, email, passwordHash: hash, emailVerified: true };
  return Clock.at(Clock.nowMs() - daysOld * DAY_MS, () => create(account));
}

async function seedPerson(person: Person): Promise<void> {
  const { email, role, wallets } = person;
  // An interrupted start may have created the account already.
  const user = (await Users.fromEmail(email)) ?? (await register(person));
  if (user.role !== role) await Users.setRole(user.userId, role);
  for (const assetSymbol of wallets) {
    await Wallets.create(actorOf({ ...user, role }), { assetSymbol }).catch((error: unknown) => {
      if (!(error instanceof SvcError && error.is(WalletExists))) throw error;
    });
  }
}

/** Creates the demo merchant, with a loyalty program of 2 percent. */
async function seedMerchant(): Promise<void> {
  const { email } = people.merchant;
  const [owner, merchant] = await Promise.all([
    Users.fromEmail(email),
    Merchants.find(demoMerchant.merchantId),
  ]);
  if (!owner || merchant) return;
  const shop = { businessName: "Chez Marc", businessType: "company", country: "FR" } as const;
  await adopt(actorOf(owner), { ...shop, currency: "EUR", savebackRate: "2" }, demoMerchant);
}

/** Shops of the demo's catalogue, with their saveback in percent and their points per euro. */
const demoShops = [
  ["Café de la Gare", "food", "3", "2"],
  ["Marché Bastille", "groceries", "1.5", "1"],
  ["Maison Lin", "fashion", "4", "2"],
  ["Savonnerie Lumière", "beauty", "5", "3"],
  ["Librairie du Port", "culture", "2.5", "2"],
  ["Rails & Rivages", "travel", "2", "1.5"],
  ["Foulée Sport", "sport", "3", "2"],
  ["Atelier Chêne", "home", "2", "1"],
] as const satisfies readonly (readonly [string, ProgramCategory, rate: string, pointsPerEuro: string])[];

const shopId = (at: number): string => demoId("mer", 101 + at);

/** Returns the merchant id of a shop of the demo's catalogue. */
export const demoShop = (name: (typeof demoShops)[number][0]): string =>
  shopId(demoShops.findIndex(([shop]) => shop === name));

/** Creates the shops with their programs, so that a new user sees a catalogue. Their owners have no password. */
async function seedShops(): Promise<void> {
  const shops = demoShops.map(async ([businessName, programCategory, savebackRate, pointsPerEuro], at) => {
    const [userId, merchantId] = [demoId("usr", 101 + at), shopId(at)];
    if (await Merchants.find(merchantId)) return;
    const email = `shop${at + 1}@svc.local`;
    const known = await Users.fromEmail(email);
    const owner = known ?? (await create({ userId, name: businessName, email, emailVerified: true }));
    if (owner.role !== "PROFESSIONNEL") await Users.setRole(owner.userId, "PROFESSIONNEL");
    const shop = { businessName, businessType: "company", country: "FR", currency: "EUR" } as const;
    const program = { savebackRate, pointsPerEuro, programCategory };
    const account = { merchantId, pspAccountId: `acct_demo_shop_${at + 1}`, rights: demoMerchant.rights };
    await adopt(actorOf({ ...owner, role: "PROFESSIONNEL" }), { ...shop, ...program }, account);
  });
  await Promise.all(shops);
}

const CHALLENGE_DAYS = 90;

/** The platform's own challenges, which count the payments of all users. */
const demoChallenges = [
  {
    name: "Three shops",
    description: "Pay at three different shops.",
    kind: "merchants",
    target: 3n,
    points: 150n,
  },
  {
    name: "Regular customer",
    description: "Make ten payments at shops.",
    kind: "payments",
    target: 10n,
    points: 300n,
  },
] as const satisfies readonly Omit<NewChallenge, "endsAt">[];

/** Creates the challenges, as the administrator. */
async function seedChallenges(): Promise<void> {
  const user = await Users.fromEmail(people.admin.email);
  if (!user) return;
  const admin = actorOf(user);
  const known = new Set((await Challenges.list(admin, PLATFORM)).map(({ name }) => name));
  const endsAt = new Date(Clock.nowMs() + CHALLENGE_DAYS * DAY_MS).toISOString();
  for (const challenge of demoChallenges)
    if (!known.has(challenge.name)) await Challenges.create(admin, PLATFORM, { ...challenge, endsAt });
}

/** Creates missing demo keys. */
async function seedKeys(): Promise<void> {
  const names = Object.keys(demoKeys) as (keyof typeof demoKeys)[];
  await Promise.all(
    names.map(async (name) => {
      if (await fromText(demoSecret(name))) return;
      const { owner, keyId, ...input } = demoKeys[name];
      const user = await Users.fromEmail(people[owner].email);
      if (user) await ApiKeys.createDemo(user, input, keyId, fixedPart(name));
    }),
  );
}

/** Creates missing demo identities. Does nothing on data that was seeded completely before. */
export async function seedDemo(): Promise<void> {
  if (await Table.get(marker)) return;
  await Promise.all([Supply.issue("live"), ...Object.values(people).map(seedPerson)]);
  await Promise.all([seedKeys(), seedMerchant(), seedShops(), seedChallenges()]);
  await Promise.all([Farms.open("live"), seedLiquidity()]);
  await Table.put({ ...marker });
}
