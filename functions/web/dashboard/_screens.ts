import { CONSOLE_PATH } from "../../../contract/console.ts";

/** The console's screens by the addresses of the pages that they replaced, which emails and bookmarks still have. */

const SETTINGS = `${CONSOLE_PATH}/settings?section=`;

const screens: Readonly<Record<string, string>> = {
  accounts: `${SETTINGS}accounts`,
  security: `${SETTINGS}security`,
  "two-factor": `${SETTINGS}security`,
  wallets: `${CONSOLE_PATH}/wallets`,
};

/** Returns the screen for a path below the dashboard. Home, if none matches. */
export function screenOf(path: string): string {
  const [first = ""] = path.split("/");
  return (Object.hasOwn(screens, first) && screens[first]) || CONSOLE_PATH;
}
