import { mkdirSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { launchBrowser } from "../support/chromium.ts";
import { type Platform, withPlatform } from "../support/platform.ts";

/**
 * The console in a real browser, against the platform of `npm start` with its demo. Each test is one job of one role at both
 * widths; pictures are in `dist/console`.
 */

export const widths = [1440, 390] as const;
export type Width = (typeof widths)[number];

/** The demo's accounts (`local/demo/people.ts`). */
export const logins = {
  dana: { email: "dana@svc.local", password: "Danadana1!demo" },
  marc: { email: "marc@svc.local", password: "Merchant1!demo" },
  ugo: { email: "ugo@svc.local", password: "Particulier1!demo" },
  ada: { email: "ada@svc.local", password: "Admin1!demo" },
} as const;

export interface Screen {
  readonly page: Page;
  readonly width: Width;
  /** Opens a screen of the console and waits for its heading. */
  open(path: string): Promise<void>;
  /** Stores a picture of the screen as the test's output. */
  shoot(name: string): Promise<void>;
  /** Accepts a flaw that the test provokes, such as a server that fails. */
  allow(flaw: RegExp): void;
  /** Calls the API with the browser's session, to compare money shown with the API's. */
  api<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
}

interface Login {
  readonly email: string;
  readonly password: string;
}

interface Opened {
  readonly width?: Width;
  readonly language?: "en" | "fr";
  readonly theme?: "light" | "dark";
}

const PICTURES = "dist/console";

/**
 * Gives the tests of a file the platform with its demo, and a browser. Fails a test whose page threw, logged an error, broke
 * the content security policy, scrolls sideways, or received a 500.
 */
export function withConsole(): {
  readonly platform: Platform;
  /** Opens a window without a session. */
  visit(opened?: Opened): Promise<Screen>;
  /** Opens a window with a session. */
  as(login: Login, opened?: Opened): Promise<Screen>;
} {
  process.env["PUBLIC_URL"] = "";
  process.env["SIGN_IN_MAX"] = "1000";
  const platform = withPlatform({ demo: true, providers: true });
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let flaws: string[] = [];
  let allowed: RegExp[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    // What the API states must not change while a test compares it with the screen.
    await platform.demoReady();
    mkdirSync(PICTURES, { recursive: true });
  }, 120_000);
  afterEach(async () => {
    await Promise.all(contexts.map((one) => one.close()));
    contexts = [];
    const found = flaws.filter((flaw) => !allowed.some((one) => one.test(flaw)));
    flaws = [];
    allowed = [];
    // A file makes more requests in a minute than a person, and the limits are not tested here.
    await platform.advance(60);
    expect(found).toEqual([]);
  });
  afterAll(() => browser?.close());

  /** Opens a browser's window, and fails the test for what goes wrong in it. */
  async function visit({ width = 1440, language = "en", theme = "light" }: Opened = {}): Promise<Screen> {
    const base = platform.url.replace("127.0.0.1", "localhost");
    const context = await browser.newContext({
      baseURL: base,
      viewport: { width, height: width === 390 ? 844 : 900 },
      locale: language === "fr" ? "fr-FR" : "en-GB",
      colorScheme: theme,
      hasTouch: width === 390,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    contexts.push(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => flaws.push(`${page.url()}: ${error}`));
    page.on("console", (one) => {
      // A refused request is the test's business; the page must handle it.
      if (one.type() === "error" && !/Failed to load resource/.test(one.text()))
        flaws.push(`${page.url()}: ${one.text()}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 500) flaws.push(`${response.status()} ${response.url()}`);
    });
    return {
      page,
      width,
      async open(path) {
        await page.goto(`/app${path}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
      },
      async shoot(name) {
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return { scrollWidth, clientWidth };
        });
        if (scrollWidth > clientWidth) flaws.push(`${name} scrolls sideways at ${width}`);
        await page.screenshot({ path: `${PICTURES}/${name}-${width}.png`, fullPage: true });
      },
      allow: (flaw) => allowed.push(flaw),
      async api(method, path, body) {
        const response = await context.request.fetch(path, {
          method,
          headers: { origin: base },
          ...(body !== undefined && { data: body }),
        });
        return (await response.json()) as never;
      },
    };
  }

  return {
    platform,
    visit,
    async as(login, opened) {
      const screen = await visit(opened);
      const signedIn = await screen.page.request.post("/api/auth/signin", {
        data: login,
        headers: { origin: platform.url.replace("127.0.0.1", "localhost") },
      });
      expect(signedIn.status(), `sign-in of ${login.email}`).toBe(200);
      return screen;
    },
  };
}
