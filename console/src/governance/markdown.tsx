import { Fragment, type ReactNode } from "react";

/**
 * Shows the Markdown of a proposal: paragraphs, headings, lists, quotes, code, emphasis and links. It makes elements and
 * no HTML, so that a text cannot contain markup; links are https only.
 */

const INLINE = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\[[^\]]+\]\(https:\/\/[^\s)]+\))/;

function inline(source: string): ReactNode {
  return source.split(INLINE).map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
    return <Fragment key={at}>{span(part)}</Fragment>;
  });
}

function span(part: string): ReactNode {
  if (part.startsWith("**") && part.endsWith("**") && part.length > 4)
    return <strong className="font-semibold">{part.slice(2, -2)}</strong>;
  if (part.startsWith("*") && part.endsWith("*") && part.length > 2) return <em>{part.slice(1, -1)}</em>;
  if (part.startsWith("`") && part.endsWith("`") && part.length > 2)
    return <code className="rounded-sm bg-sunken px-1 font-mono text-[0.9em]">{part.slice(1, -1)}</code>;
  const [, name, href] = /^\[([^\]]+)\]\((https:\/\/[^\s)]+)\)$/.exec(part) ?? [];
  if (name === undefined || href === undefined) return part;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer nofollow"
      className="text-accent underline underline-offset-2"
    >
      {name}
    </a>
  );
}

const BULLET = /^\s*[-*+] /;
const NUMBER = /^\s*\d+[.)] /;

function block(lines: readonly string[]): ReactNode {
  const [first = ""] = lines;
  const heading = /^#{1,6} (.*)$/.exec(first)?.[1];
  if (heading !== undefined)
    return (
      <>
        <h3 className="text-base font-semibold">{inline(heading)}</h3>
        {lines.length > 1 && block(lines.slice(1))}
      </>
    );
  for (const [mark, List, look] of [
    [BULLET, "ul", "list-disc"],
    [NUMBER, "ol", "list-decimal"],
  ] as const)
    if (lines.every((line) => mark.test(line)))
      return (
        <List className={`flex flex-col gap-1 pl-5 ${look}`}>
          {lines.map((line) => (
            <li key={line}>{inline(line.replace(mark, ""))}</li>
          ))}
        </List>
      );
  if (lines.every((line) => line.startsWith(">")))
    return (
      <blockquote className="border-l-2 pl-4 text-soft">
        {inline(lines.map((line) => line.replace(/^> ?/, "")).join(" "))}
      </blockquote>
    );
  // A list directly after its introduction.
  const list = lines.findIndex((line) => BULLET.test(line) || NUMBER.test(line));
  if (list > 0)
    return (
      <>
        {block(lines.slice(0, list))}
        {block(lines.slice(list))}
      </>
    );
  return <p>{inline(lines.join(" "))}</p>;
}

export function Markdown({ source }: { readonly source: string }) {
  const blocks = source
    .split(/\n\s*\n/)
    .map((one) => one.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0);
  return (
    <div className="flex max-w-prose flex-col gap-4 text-base leading-relaxed">
      {blocks.map((lines, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text keep their order
        <Fragment key={at}>{block(lines)}</Fragment>
      ))}
    </div>
  );
}
