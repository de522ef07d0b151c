import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import clsx from "clsx";
import { Check, ChevronRight, Copy, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Problem } from "../api/problem.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "./button.tsx";
import { Alert, SkeletonRows } from "./surface.tsx";

/** Lists: rows, definitions, and the states of a query. */

interface LoadedProps<T> {
  readonly query: UseQueryResult<T, Error>;
  /** Has the size of the content. */
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

const RETRY = text("Try again", "Réessayer");

/** Shows a query's data, or that it is loading, or why it failed. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  const say = useSay();
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return (
      <div className="p-5">
        <Failure
          problem={query.error}
          action={
            <Button kind="secondary" size="sm" onClick={() => query.refetch()}>
              <RotateCw className="size-4" aria-hidden />
              {say(RETRY)}
            </Button>
          }
        />
      </div>
    );
  return skeleton ?? <SkeletonRows />;
}

/** Shows the server's sentence, and the id under which support finds the request. */
export function Failure({
  problem,
  action,
}: {
  readonly problem: Error | null;
  readonly action?: ReactNode;
}) {
  if (!problem) return null;
  const { requestId, status = 0 } = problem as Partial<Problem>;
  return (
    <Alert tone="bad" title={problem.message} action={action}>
      {requestId && status >= 500 ? requestId : undefined}
    </Alert>
  );
}

/** Returns the sentence about a field. */
export const problemAt = (problem: Error | null, field: string): string | undefined =>
  (problem as Problem | null)?.fields?.find((one) => one.field === field)?.message;

const MORE = text("Load more", "Afficher la suite");

interface MoreProps {
  readonly query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage"> & {
    readonly fetchNextPage: () => unknown;
  };
}

/** Loads the next page of a list, if there is one. */
export function More({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) {
  const say = useSay();
  if (!hasNextPage) return null;
  return (
    <div className="flex justify-center border-t p-3">
      <Button kind="quiet" size="sm" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {say(MORE)}
      </Button>
    </div>
  );
}

interface RowProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  readonly endDetail?: ReactNode;
  readonly to?: LinkProps;
  /** Makes the row a button, to choose it. */
  readonly onPick?: () => void;
  /** Buttons at the end, beside the link or the button. */
  readonly actions?: ReactNode;
}

/** A row of a list; a link if it has a detail, a button if it can be chosen. */
export function Row({ icon, title, detail, end, endDetail, to, onPick, actions }: RowProps) {
  const content = (
    <>
      {icon}
      <div className="min-w-0 grow">
        <p className="truncate text-sm font-medium">{title}</p>
        {detail && <p className="truncate text-sm text-soft">{detail}</p>}
      </div>
      {(end || endDetail) && (
        <div className="shrink-0 text-right">
          {end && <div className="text-sm font-medium">{end}</div>}
          {endDetail && <div className="text-sm text-soft">{endDetail}</div>}
        </div>
      )}
      {(to || onPick) && !actions && <ChevronRight className="size-4 shrink-0 text-soft" aria-hidden />}
    </>
  );
  const look = "flex min-h-16 min-w-0 grow items-center gap-3 px-5 py-2.5 text-left";
  const active = clsx(look, "hover:bg-sunken focus-visible:-outline-offset-2");
  return (
    <li className="flex items-center">
      {to ? (
        <Link {...to} className={active}>
          {content}
        </Link>
      ) : onPick ? (
        <button type="button" onClick={onPick} className={active}>
          {content}
        </button>
      ) : (
        <div className={look}>{content}</div>
      )}
      {actions && <div className="shrink-0 pr-3">{actions}</div>}
    </li>
  );
}

export const Rows = ({ children, label }: { readonly children: ReactNode; readonly label?: string }) => (
  <ul className="divide-y" aria-label={label}>
    {children}
  </ul>
);

/** A line of `Definitions`. */
export const fact = (name: ReactNode, value: ReactNode): readonly [ReactNode, ReactNode] => [name, value];

/** Names and values, as a receipt shows them. */
export const Definitions = ({
  items,
}: {
  readonly items: readonly (readonly [name: ReactNode, value: ReactNode] | false | undefined)[];
}) => (
  <dl className="divide-y text-sm">
    {items
      .filter((one) => Array.isArray(one))
      .map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a receipt's lines keep their order
        <div key={index} className="flex justify-between gap-6 py-2.5">
          <dt className="max-w-[45%] shrink-0 text-soft">{name}</dt>
          <dd className="min-w-0 text-right font-medium">{value}</dd>
        </div>
      ))}
  </dl>
);

const COPY = text("Copy", "Copier");
const COPIED = text("Copied", "Copié");

/** Copies a value. */
export function CopyButton({
  value,
  label,
  iconOnly = false,
}: {
  readonly value: string;
  readonly label?: string;
  readonly iconOnly?: boolean;
}) {
  const say = useSay();
  const [isCopied, setCopied] = useState(false);
  const name = say(isCopied ? COPIED : COPY);
  return (
    <Button
      kind="quiet"
      size="sm"
      aria-label={label ? `${name}: ${label}` : name}
      onClick={async () => {
        await navigator.clipboard.writeText(value);
        setCopied(true);
        setTimeout(() => setCopied(false), 2000);
      }}
    >
      {isCopied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />}
      {!iconOnly && name}
    </Button>
  );
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const SHOW_CALL = text("The call behind this", "L'appel derrière cet écran");

/** Shows the request behind a view or a write, as curl, for people who want to automate it. */
export function ApiCall({ method, path, body }: Call) {
  const say = useSay();
  const curl = [
    `curl -X ${method} ${location.origin}${path}`,
    '  -H "Authorization: Bearer $TOKEN"',
    ...(method === "GET" ? [] : ['  -H "Idempotency-Key: $(uuidgen)"']),
    ...(body === undefined
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(body)}'`]),
  ].join(" \\\n");
  return (
    <details className="text-sm text-soft">
      <summary className="cursor-pointer py-1">{say(SHOW_CALL)}</summary>
      <div className="mt-2 flex items-start gap-2 rounded-md bg-sunken p-3">
        <pre className="min-w-0 grow overflow-x-auto font-mono text-xs text-ink">{curl}</pre>
        <CopyButton value={curl} />
      </div>
    </details>
  );
}
