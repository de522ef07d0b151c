import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { people } from "../../local/seed.ts";
import { launchBrowser } from "../support/chromium.ts";
import { findFlaws } from "./look.ts";

/** Every page, and the console's main screens, as visitors see them on mobile and desktop. */

const WIDTHS = [390, 1440];
type Scheme = "light" | "dark";

export interface Studio {
  readonly into: string;
  readonly schemes: readonly Scheme[];
}

interface Stop {
  readonly name: string;
  readonly path: string;
  readonly status?: number;
  /** A selector that matches after its script has run. */
  readonly filled?: string;
}

interface Visitor {
  readonly name: string;
  readonly login?: { readonly email: string; readonly password: string };
  readonly stops: readonly Stop[];
}

const home = { name: "home", path: "/" };
const markets = { name: "markets", path: "/markets", filled: "tr:last-child [data-chart] svg" };
/** A screen of the console. */
const screen = (name: string, path: string): Stop => ({
  name: `console-${name}`,
  path: `/app${path}`,
  filled: "h1",
});
const billing = { name: "billing", path: "/dashboard/billing" };

const visitors: readonly Visitor[] = [
  {
    name: "visitor",
    stops: [
      home,
      markets,
      { name: "sign-in", path: "/auth/signin" },
      { name: "sign-in-refused", path: "/auth/signin?error=CredentialsSignin" },
      { name: "register", path: "/auth/register" },
      { name: "forgot-password", path: "/auth/forgot-password" },
      { name: "reset-password", path: "/auth/reset-password?token=x" },
      { name: "unlock", path: "/auth/unlock?token=x" },
      { name: "not-found", path: "/no/such/page", status: 404 },
    ],
  },
  {
    name: "member",
    login: people.demo,
    stops: [
      home,
      markets,
      billing,
      screen("home", ""),
      screen("wallets", "/wallets"),
      screen("send", "/send"),
      screen("cards", "/cards"),
      screen("trade", "/trade?from=EUR&to=ETH"),
      screen("earn", "/earn"),
      screen("governance", "/governance"),
      screen("documents", "/documents"),
      screen("settings", "/settings"),
    ],
  },
  {
    name: "administrator",
    login: people.admin,
    stops: [{ name: "administration", path: "/dashboard/admin" }],
  },
  {
    name: "newcomer",
    login: people.user,
    stops: [billing],
  },
];

export interface Shot {
  readonly file: string;
  readonly flaws: readonly string[];
}

export async function shoot(url: string, studio: Studio): Promise<Shot[]> {
  mkdirSync(studio.into, { recursive: true });
  const browser = await launchBrowser();
  try {
    const shots: Shot[] = [];
    for (const visitor of visitors) shots.push(...(await tour(browser, url, visitor, studio)));
    return shots;
  } finally {
    await browser.close();
  }
}

async function tour(browser: Browser, url: string, visitor: Visitor, studio: Studio): Promise<Shot[]> {
  const { into, schemes } = studio;
  const state = visitor.login && (await signInAs(browser, url, visitor.login));
  const shots: Shot[] = [];
  for (const [index, width] of WIDTHS.entries())
    for (const colorScheme of schemes) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height: width === 390 ? 844 : 900 },
        colorScheme,
        locale: "en-GB",
        // Each visit has its own IP address, because limits are not tested here.
        extraHTTPHeaders: { "x-forwarded-for": `198.51.100.${visitors.indexOf(visitor) * 10 + index}` },
        ...(state && { storageState: state }),
      });
      for (const stop of visitor.stops) {
        const file = join(into, `${visitor.name}-${stop.name}-${width}-${colorScheme}.png`);
        shots.push({ file, flaws: await visit(context, stop, file) });
      }
      await context.close();
    }
  return shots;
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function signInAs(browser: Browser, url: string, login: Visitor["login"] & object): Promise<State> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/auth/signin");
  await page.getByLabel("Email").fill(login.email);
  await page.getByLabel("Password").fill(login.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/app");
  const state = await context.storageState();
  await context.close();
  return state;
}

async function visit(context: BrowserContext, stop: Stop, file: string): Promise<string[]> {
  const page = await context.newPage();
  const errors = errorsOf(page, stop);
  const response = await page.goto(stop.path, { waitUntil: "load" });
  if (stop.filled) await page.waitForSelector(stop.filled);
  // The console's skeletons are busy until their data is there.
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  const status = response?.status();
  const found = await page.evaluate(findFlaws);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
  return [...(status === (stop.status ?? 200) ? [] : [`answers ${status}`]), ...found, ...errors];
}

/** Returns the browser's errors on the page, including violations of its content security policy. */
function errorsOf(page: Page, { status = 200 }: Stop): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(`throws: ${message}`));
  page.on("requestfailed", (request) => errors.push(`fails to load ${request.url()}`));
  page.on("console", (message) => {
    const isPageItself = status >= 400 && message.location().url === page.url();
    if (message.type() === "error" && !isPageItself) errors.push(`says: ${message.text()}`);
  });
  return errors;
}
