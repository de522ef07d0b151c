import { createHash } from "node:crypto";

/**
 * The avatar of a user without one: initials on a colour of the user's own. A `data:` URL, so that every user
 * has an image and no other party learns who is looked at.
 */
export function avatar(userId: string, name: string): string {
  const initials = (name.match(/[\p{L}\p{N}]+/gu) ?? ["?"])
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x3f).toUpperCase())
    .join("");
  const hue = createHash("sha256").update(userId).digest().readUInt16BE() % 360;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
    `<rect width="64" height="64" fill="hsl(${hue},45%,40%)"/>` +
    '<text x="32" y="42" font-family="sans-serif" font-size="28" text-anchor="middle" fill="#fff">' +
    `${initials}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
