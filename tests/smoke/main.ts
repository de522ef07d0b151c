import { argumentsOf, exitWithUsage, write } from "../../contract/bin/command.ts";
import { type Login, newLogin, smoke, summary } from "./checks.ts";

/**
 * `npm run smoke -- https://host [--json]`: checks whether a stage works, or the local platform without an
 * address. `SMOKE_EMAIL` and `SMOKE_PASSWORD` name the account, which is registered in its first run. By default,
 * each run registers a new account. Exits with 0 on success, with 1 on failures, with 2 on wrong arguments.
 */

const usage = "npm run smoke -- [https://host] [--json]     SMOKE_EMAIL, SMOKE_PASSWORD: the account to use";

function loginOf(): Login {
  const { SMOKE_EMAIL: email = "", SMOKE_PASSWORD: password = "" } = process.env;
  if ((email === "") !== (password === ""))
    exitWithUsage("SMOKE_EMAIL and SMOKE_PASSWORD go together.", { usage });
  return email === "" ? newLogin() : { email, password };
}

const { values, positionals } = argumentsOf({ json: { type: "boolean", default: false } }, { usage });
const [address = "http://localhost:3000", ...more] = positionals;
if (more.length > 0 || !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
  exitWithUsage(`"${positionals.join(" ")}" is not an address such as https://api.example.com.`, { usage });

const results = await smoke(new URL(address).origin, loginOf(), ({ name, ms, problem, skipped }) => {
  if (values.json) return;
  const mark = problem === undefined ? "ok    " : skipped ? "--    " : "FAILED";
  process.stdout.write(`${mark} ${name}${problem === undefined ? ` (${ms} ms)` : `: ${problem}`}\n`);
});
const works = results.every(({ problem }) => problem === undefined);
write(values.json ? JSON.stringify({ address, works, results }, null, 2) : `${address} ${summary(results)}`);
process.exitCode = works ? 0 : 1;
