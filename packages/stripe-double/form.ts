/** Form-encoded bodies with brackets, as Stripe's clients send them: `a[b]=1`, `a[]=1`, `a[0][b]=1`. */

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/** Deeper than any parameter of Stripe. */
const MAX_DEPTH = 8;

type Node = Map<string, Node | string>;

/** Parses `a[b][0]` to `["a", "b", "0"]`. */
function pathOf(name: string): string[] {
  const at = name.indexOf("[");
  if (at < 0) return [name];
  const inside = name.slice(at + 1, name.endsWith("]") ? -1 : undefined);
  return [name.slice(0, at), ...inside.split("][")].slice(0, MAX_DEPTH);
}

function enter(root: Node, path: readonly string[], value: string): void {
  let node = root;
  for (const [at, part] of path.entries()) {
    const key = part === "" ? String(node.size) : part;
    if (at === path.length - 1) {
      node.set(key, value);
      return;
    }
    const next = node.get(key);
    if (next instanceof Map) node = next;
    else {
      const child: Node = new Map();
      node.set(key, child);
      node = child;
    }
  }
}

function plain(node: Node | string): FormValue {
  if (typeof node === "string") return node;
  const entries = [...node].map(([key, child]) => [key, plain(child)] as const);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key)))
    return entries.map(([, value]) => value);
  return Object.fromEntries(entries);
}

/** Parses a body or a query string. */
export function parseForm(text: string): Form {
  const root: Node = new Map();
  for (const [name, value] of new URLSearchParams(text)) enter(root, pathOf(name), value);
  return Object.fromEntries([...root].map(([key, child]) => [key, plain(child)]));
}
