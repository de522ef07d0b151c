import { userInfo } from "node:os";
import * as z from "zod";
import { type Role, roles } from "../core/identity/actor.ts";
import { changeRole, listStaff } from "../core/identity/roles/index.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import { SvcError } from "../core/kernel/errors.ts";
import * as Table from "../core/platform/table/index.ts";
import { argumentsOf, exitWithUsage, say, write } from "./operator/target.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run admin -- grant EMAIL ROLE | take EMAIL | list`: changes roles, for callers that may write to the table (see
 * `table-target.ts`). It creates the first administrators of a stack. Each change is in the audit log under the machine's user
 * name, and the account's owner is notified. Exits with 1 if it is rejected, 2 on wrong usage or without a table.
 */

const usage = `npm run admin -- grant EMAIL ROLE [--reason TEXT]   gives a role to an account with a verified address
npm run admin -- take EMAIL [--reason TEXT]         revokes its role: it is a PARTICULIER again
npm run admin -- list                               lists administrators and employees
Roles: ${roles.join(", ")}. Works on the local platform; --stage NAME: on a stage in AWS; --table NAME: on a table in the AWS account of the
environment; --endpoint URL --table NAME: on another database.`;

const {
  values,
  positionals: [command = "", email = "", role = "", ...more],
} = argumentsOf({ ...tableOptions, reason: { type: "string", default: "by the command line" } }, { usage });

const roleOf = (text: string): Role =>
  roles.find((one) => one === text.toUpperCase()) ?? exitWithUsage(`There is no role "${text}".`, { usage });

/** Returns the requested role, or undefined for `list`. */
function requestedChange(): { readonly role: Role } | undefined {
  if (more.length > 0) return exitWithUsage(`Too many words: ${more.join(" ")}.`, { usage });
  if (command === "list" && email === "") return undefined;
  if (email !== "" && !z.email().safeParse(email).success)
    return exitWithUsage(`"${email}" is not an e-mail address.`, { usage });
  if (command === "grant" && email !== "" && role !== "") return { role: roleOf(role) };
  if (command === "take" && email !== "" && role === "") return { role: "PARTICULIER" };
  return exitWithUsage(
    command === "" ? "Name a command." : `There is no command "${[command, email, role].join(" ").trim()}".`,
    { usage },
  );
}

async function find(address: string): Promise<User> {
  const user = await Users.fromEmail(address);
  if (user) return user;
  throw Users.userNotFound();
}

async function change(requested: Role): Promise<void> {
  const user = await find(email);
  const author = { operator: userInfo().username };
  await changeRole(author, user.userId, { role: requested, reason: values.reason });
  const what =
    user.role === requested ? `is ${requested} already` : `is ${requested} now, and was ${user.role}`;
  write(`${user.email} (${user.userId}) ${what}. Table ${Table.tableName()}.`);
}

async function list(): Promise<void> {
  const people = await listStaff();
  write(
    `Table ${Table.tableName()}: ${people.length === 0 ? "no administrator, no employee." : `${people.length} staff members.`}`,
  );
  for (const one of people) write(`${one.role.padEnd(8)}  ${one.userId}  ${one.email}  ${one.name}`);
}

const requested = requestedChange();
await openTable(values, { call: "admin", to: "administer" });
try {
  await (requested ? change(requested.role) : list());
} catch (error) {
  if (!(error instanceof SvcError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
