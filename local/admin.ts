import { userInfo } from "node:os";
import * as z from "zod";
import { type Role, roles } from "../core/identity/actor.ts";
import { give, staff } from "../core/identity/roles/index.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import { SvcError } from "../core/kernel/errors.ts";
import * as Table from "../core/platform/table/index.ts";
import { argumentsOf, refuse, say, write } from "./operator/target.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run admin -- grant EMAIL ROLE | take EMAIL | list`: roles, by whoever may write to the table (see
 * `table-target.ts`). So the first administrator of a stack is made, and the second one that four eyes need.
 * What it does is on the trail under the name of the machine's user, and the account's owner is told. Exits with
 * 1 where it is refused, with 2 where it was called wrongly or there is no table.
 */

const usage = `npm run admin -- grant EMAIL ROLE [--reason TEXT]   gives an account with a verified address a role
npm run admin -- take EMAIL [--reason TEXT]         takes its role back: it is a PARTICULIER again
npm run admin -- list                               lists administrators and employees
Roles: ${roles.join(", ")}. Of the platform that runs here; --stage NAME: of that stage in AWS; --table NAME: of the AWS account that the
environment names; --endpoint URL --table NAME: of another database.`;

const {
  values,
  positionals: [command = "", email = "", role = "", ...more],
} = argumentsOf({ ...tableOptions, reason: { type: "string", default: "by the command line" } }, { usage });

const roleOf = (text: string): Role =>
  roles.find((one) => one === text.toUpperCase()) ?? refuse(`There is no role "${text}".`, { usage });

/** What was asked for: who is to have which role; undefined where the staff is to be listed. */
function changeOf(): { readonly role: Role } | undefined {
  if (more.length > 0) return refuse(`Too many words: ${more.join(" ")}.`, { usage });
  if (command === "list" && email === "") return undefined;
  if (email !== "" && !z.email().safeParse(email).success)
    return refuse(`"${email}" is no e-mail address.`, { usage });
  if (command === "grant" && email !== "" && role !== "") return { role: roleOf(role) };
  if (command === "take" && email !== "" && role === "") return { role: "PARTICULIER" };
  return refuse(
    command === "" ? "Say what to do." : `"${[command, email, role].join(" ").trim()}" says nothing to do.`,
    { usage },
  );
}

async function find(address: string): Promise<User> {
  const user = await Users.fromEmail(address);
  if (user) return user;
  throw Users.noSuchUser();
}

async function change(wanted: Role): Promise<void> {
  const user = await find(email);
  const author = { operator: userInfo().username };
  await give(author, user.userId, { role: wanted, reason: values.reason });
  const what = user.role === wanted ? `is ${wanted} already` : `is ${wanted} now, and was ${user.role}`;
  write(`${user.email} (${user.userId}) ${what}. Table ${Table.tableName()}.`);
}

async function list(): Promise<void> {
  const people = await staff();
  write(
    `Table ${Table.tableName()}: ${people.length === 0 ? "no administrator, no employee." : `${people.length} of the staff.`}`,
  );
  for (const one of people) write(`${one.role.padEnd(8)}  ${one.userId}  ${one.email}  ${one.name}`);
}

const wanted = changeOf();
await openTable(values, { call: "admin", to: "administer" });
try {
  await (wanted ? change(wanted.role) : list());
} catch (error) {
  if (!(error instanceof SvcError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
