import { useInfiniteQuery } from "@tanstack/react-query";
import { text, useSay } from "../language.tsx";
import { scheduledQuery } from "../send/queries.ts";
import { ScheduledRow } from "../send/schedule.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Rows } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";

/** The next scheduled payments. */

const SHOWN = 3;

export function Upcoming() {
  const say = useSay();
  const { data } = useInfiniteQuery(scheduledQuery);
  const next = (data?.pages.flatMap((page) => page.scheduledPayments) ?? [])
    .filter(({ nextRunAt }) => nextRunAt !== null)
    .toSorted((a, b) => (a.nextRunAt ?? "").localeCompare(b.nextRunAt ?? ""))
    .slice(0, SHOWN);
  if (next.length === 0) return null;
  return (
    <Card
      flush
      title={say(text("Upcoming payments", "Paiements à venir"))}
      actions={
        <LinkButton to="/send/scheduled" kind="quiet" size="sm">
          {say(text("See all", "Tout voir"))}
        </LinkButton>
      }
    >
      <Rows>
        {next.map((payment) => (
          <ScheduledRow key={payment.id} payment={payment} />
        ))}
      </Rows>
    </Card>
  );
}
