/**
 * The part of a browser that sign-in needs: cookies by host with the rules of their attributes, redirects one at
 * a time, and an Origin header on each POST. Rejects a `__Host-` cookie that a real browser would reject.
 */

interface Cookie {
  readonly value: string;
  readonly httpOnly: boolean;
  readonly line: string;
}

export class Browser {
  readonly #jars = new Map<string, Map<string, Cookie>>();
  readonly home: string;
  constructor(home: string) {
    this.home = home;
  }

  /** Returns the cookies of a host by name. */
  jar(address: string = this.home): Map<string, Cookie> {
    const { host } = new URL(address, this.home);
    const jar = this.#jars.get(host) ?? new Map<string, Cookie>();
    this.#jars.set(host, jar);
    return jar;
  }

  /** Sends one request with `fetch` and does not follow redirects. */
  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.home);
    const headers = new Headers(init.headers);
    const cookies = [...this.jar(url.href)].map(([name, { value }]) => `${name}=${value}`);
    if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
    const writes = (init.method ?? "GET").toUpperCase() !== "GET";
    if (writes && !headers.has("sec-fetch-site")) headers.set("origin", headers.get("origin") ?? url.origin);
    const response = await fetch(url, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#store(url, line);
    return response;
  }

  #store(url: URL, line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const given = new Map(
      attributes.map((one) => {
        const [key = "", text = ""] = one.split("=");
        return [key.toLowerCase(), text] as const;
      }),
    );
    const whole = given.has("secure") && given.get("path") === "/" && !given.has("domain");
    if (name.startsWith("__Host-") && !whole) throw new Error(`a browser would reject this cookie: ${line}`);
    if (line.length > 4096) throw new Error(`a cookie of ${line.length} bytes`);
    if (given.get("max-age") === "0") this.jar(url.href).delete(name);
    else this.jar(url.href).set(name, { value, httpOnly: given.has("httponly"), line });
  }

  /** Posts a form. */
  submit(
    address: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    return this.request(address, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** Follows redirects until a response is no redirect, at most `most` times. */
  async follow(response: Response, from: string, most = 8): Promise<{ url: string; response: Response }> {
    let url = new URL(from, this.home).href;
    let current = response;
    for (let count = 0; current.status >= 300 && current.status < 400; count++) {
      if (count === most) throw new Error(`more than ${most} redirects`);
      url = new URL(current.headers.get("location") ?? "", url).href;
      current = await this.request(url);
    }
    return { url, response: current };
  }
}

/** Returns the forms of a page with their action and default fields, of which an unchecked box is none. */
export function parseForms(html: string): { action: string; fields: Record<string, string> }[] {
  return [...html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = "", inside = ""]) => ({
    action: unescapeHtml(/action="([^"]*)"/.exec(tag)?.[1]),
    fields: Object.fromEntries(
      [...inside.matchAll(/<input(?![^>]*type="checkbox")([^>]*)>/g)].map(([, input = ""]) => [
        unescapeHtml(/name="([^"]*)"/.exec(input)?.[1]),
        unescapeHtml(/value="([^"]*)"/.exec(input)?.[1]),
      ]),
    ),
  }));
}

const unescapeHtml = (escaped = ""): string =>
  escaped
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
