import { CalendarClock } from "lucide-react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { type Text, text, useLanguage, useSay } from "../language.tsx";
import { Row } from "../ui/list.tsx";
import { Amount, formatTime } from "../ui/money.tsx";
import { Badge, type BadgeTone } from "../ui/surface.tsx";

/** Scheduled payments as rows, and their words. */

export type Scheduled = Schemas["MobileScheduledPayment"];

export const frequencyNames: Readonly<Record<Scheduled["frequency"], Text>> = {
  once: text("Once", "Une fois"),
  daily: text("Every day", "Chaque jour"),
  weekly: text("Every week", "Chaque semaine"),
  monthly: text("Every month", "Chaque mois"),
};

export const stateNames: Readonly<Record<Scheduled["status"], readonly [Text, BadgeTone]>> = {
  active: [text("Active", "Actif"), "good"],
  completed: [text("Completed", "Terminé"), "plain"],
  canceled: [text("Canceled", "Annulé"), "plain"],
  failed: [text("Stopped", "Arrêté"), "bad"],
};

/** Returns the recipient as the user has named it. */
export const recipientOf = ({ beneficiaryName, toEmail, toAccountId }: Scheduled): string =>
  beneficiaryName ?? toEmail ?? toAccountId ?? "";

/** A calendar day, which is the same in every time zone. */
export function Day({ iso }: { readonly iso: string }) {
  const { language } = useLanguage();
  return (
    <time dateTime={iso} className="figure">
      {formatTime(`${iso.slice(0, 10)}T12:00:00`, language, "date")}
    </time>
  );
}

export function ScheduledRow({ payment }: { readonly payment: Scheduled }) {
  const say = useSay();
  const { id, amount, currency, frequency, nextRunAt, status, lastRunAt } = payment;
  const [state, tone] = stateNames[status];
  return (
    <Row
      icon={
        <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken">
          <CalendarClock className="size-4.5 text-soft" />
        </span>
      }
      title={recipientOf(payment)}
      detail={say(frequencyNames[frequency])}
      end={<Amount value={amount} asset={currency} />}
      endDetail={
        nextRunAt ? (
          <Day iso={nextRunAt} />
        ) : status === "completed" && lastRunAt ? (
          <Day iso={lastRunAt} />
        ) : (
          <Badge tone={tone}>{say(state)}</Badge>
        )
      }
      to={{ to: "/send/scheduled", search: { id } }}
    />
  );
}

export const useCancel = (onDone: () => void) =>
  useWrite({
    flow: "cancel-scheduled",
    run: (body: { readonly id: string }) =>
      dataOf(client.DELETE("/api/v1/mobile/payments/scheduled/{id}", { params: { path: body } })),
    changes: [["money", "scheduled"]],
    onDone,
  });
