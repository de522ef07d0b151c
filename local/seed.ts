import { SvcError } from "../core/errors.ts";
import type { Role, UserActor } from "../core/identity/actor.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import * as Table from "../core/platform/table.ts";
import { WalletExists } from "../core/wallets/errors.ts";
import * as Wallets from "../core/wallets/index.ts";

/** The demo identities: one of each role, made through core as any other account is. */

interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  /** Wallets that the person begins with, empty. */
  readonly wallets: readonly string[];
}

export const people = {
  admin: {
    name: "Ada Admin",
    email: "ada@svc.local",
    password: "Admin1!demo",
    role: "ADMIN",
    wallets: [],
  },
  employee: {
    name: "Emile Employee",
    email: "emile@svc.local",
    password: "Employee1!demo",
    role: "EMPLOYE",
    wallets: [],
  },
  professional: {
    name: "Paula Professional",
    email: "paula@svc.local",
    password: "Professional1!demo",
    role: "PROFESSIONNEL",
    wallets: ["EUR", "BTC", "ETH"],
  },
  user: {
    name: "Ugo User",
    email: "ugo@svc.local",
    password: "Particulier1!demo",
    role: "PARTICULIER",
    wallets: [],
  },
} as const satisfies Record<string, Person>;

const login = ({ email, password }: Person) => ({ email, password });

/** What `GET /_local/seed` answers. There are no API keys and no webhook secrets as long as nothing takes them. */
export const seed = {
  admin: login(people.admin),
  employee: login(people.employee),
  professional: login(people.professional),
  user: login(people.user),
  apiKeys: {},
  webhookSecrets: {},
  bankProvider: "bank",
};

export type Seed = typeof seed;

/** Written when all is there: a restart finds it and changes nothing, whatever became of the demo accounts since. */
const marker = { pk: "LOCAL#SEED", sk: "DONE" };

const actorOf = (user: User): UserActor => ({
  kind: "user",
  userId: user.userId,
  sessionId: "ses_seed",
  role: user.role,
  email: user.email,
  name: user.name,
});

async function settle(person: Person): Promise<void> {
  const { name, email, password, role, wallets } = person;
  // A start that was cut short may have made the account already.
  const user =
    (await Users.fromEmail(email)) ??
    (await Users.register({ name, email, password }, { emailVerified: true }));
  if (user.role !== role) await Users.setRole(user.userId, role);
  for (const assetSymbol of wallets) {
    await Wallets.create(actorOf({ ...user, role }), { assetSymbol }).catch((error: unknown) => {
      if (!(error instanceof SvcError && error.is(WalletExists))) throw error;
    });
  }
}

/** Makes what is missing of the demo identities; nothing on data that was seeded before. */
export async function seedDemo(): Promise<void> {
  if (await Table.get(marker)) return;
  await Promise.all(Object.values(people).map(settle));
  await Table.put(marker);
}
