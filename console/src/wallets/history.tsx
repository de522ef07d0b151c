import { useInfiniteQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { text, useLanguage, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Failure, Loaded, Rows } from "../ui/list.tsx";
import { formatTime } from "../ui/money.tsx";
import { SkeletonRows } from "../ui/surface.tsx";
import { joinSwaps, type Movement, MovementRow } from "./movements.tsx";
import { type Filters, transactionsQuery } from "./queries.ts";

/** Pages of movements, by day. */

/** A page with filters may be short or empty, so pages are read until there is something to show. */
const LEAST_ROWS = 8;

interface HistoryProps {
  readonly filters: Filters;
  readonly toDetail?: (id: string) => LinkProps;
  /** The level of the days' headings: 2 directly below the screen's heading. */
  readonly level?: 2 | 3;
  /** What is shown if nothing matches. */
  readonly empty: ReactNode;
}

export function History({ filters, toDetail, level = 3, empty }: HistoryProps) {
  const say = useSay();
  const query = useInfiniteQuery(transactionsQuery(filters));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const movements = joinSwaps(query.data?.pages.flatMap(({ transactions }) => transactions) ?? []);
  const needsMore = query.isSuccess && hasNextPage && movements.length < LEAST_ROWS;
  useEffect(() => {
    if (needsMore && !isFetchingNextPage) fetchNextPage();
  }, [needsMore, isFetchingNextPage, fetchNextPage]);
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={LEAST_ROWS} />}>
      {() => (
        <>
          {movements.length === 0 && !hasNextPage && empty}
          {byDay(movements).map(([day, ofDay]) => (
            <Day key={day} day={day} movements={ofDay} level={level} toDetail={toDetail} />
          ))}
          {needsMore && !query.isFetchNextPageError && <SkeletonRows rows={2} />}
          {query.isFetchNextPageError && (
            <div className="p-5">
              <Failure problem={query.error} />
            </div>
          )}
          {hasNextPage && !needsMore && (
            <div className="grid place-items-center p-4">
              <Button kind="secondary" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
                {say(text("Load more", "Afficher plus"))}
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Groups movements by the day of the browser's time zone. */
function byDay(movements: readonly Movement[]): readonly (readonly [string, readonly Movement[]])[] {
  const days = new Map<string, Movement[]>();
  for (const one of movements) {
    const day = new Date(one.createdAt).toDateString();
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days];
}

interface DayProps {
  readonly day: string;
  readonly movements: readonly Movement[];
  readonly level: 2 | 3;
  readonly toDetail?: ((id: string) => LinkProps) | undefined;
}

function Day({ day, movements, level, toDetail }: DayProps) {
  const { language } = useLanguage();
  const Heading = level === 2 ? "h2" : "h3";
  const name = formatTime(new Date(day).toISOString(), language, "day");
  return (
    <section aria-label={name}>
      <Heading className="border-y bg-sunken/60 px-5 py-1.5 text-xs font-medium text-soft first-letter:uppercase">
        {name}
      </Heading>
      <Rows>
        {movements.map((movement) => (
          <MovementRow key={movement.id} movement={movement} hasDay {...(toDetail && { toDetail })} />
        ))}
      </Rows>
    </section>
  );
}
