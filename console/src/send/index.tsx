import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { ArrowLeftRight, CalendarClock, QrCode } from "lucide-react";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Page, Skeleton } from "../ui/surface.tsx";
import { PaymentFlow } from "./flow.tsx";
import type { Draft } from "./pay.ts";
import { payeesQuery } from "./queries.ts";
import { targetOf } from "./target.ts";

/** Sends money to another user or to a bank account. */

const route = getRouteApi("/send");

export default function SendMoney() {
  const say = useSay();
  const { step, id, payee, to, amount, currency } = route.useSearch();
  const navigate = useNavigate({ from: "/send" });
  const payees = useInfiniteQuery({ ...payeesQuery, enabled: payee !== undefined });
  const named = payees.data?.pages.flatMap((page) => page.payees).find((one) => one.id === payee);
  const given: Partial<Draft> = {
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    ...(to !== undefined && { target: { kind: "email", value: to } }),
    ...(named && { target: targetOf(named) }),
  };
  const isReady = payee === undefined || !payees.isPending;
  const isFirst = step === undefined || step === "payee";
  return (
    <Page
      title={say(text("Send money", "Envoyer de l'argent"))}
      actions={
        isFirst && (
          <>
            <LinkButton to="/send/scheduled" kind="secondary">
              <CalendarClock className="size-4" aria-hidden />
              {say(text("Scheduled", "Programmés"))}
            </LinkButton>
            <LinkButton to="/send/qr" kind="secondary">
              <QrCode className="size-4" aria-hidden />
              {say(text("QR code", "Code QR"))}
            </LinkButton>
            <LinkButton to="/trade" kind="secondary">
              <ArrowLeftRight className="size-4" aria-hidden />
              {say(text("Swap", "Échanger"))}
            </LinkButton>
          </>
        )
      }
    >
      {isReady ? (
        <PaymentFlow
          flow="send"
          step={step}
          id={id}
          given={given}
          go={(next, { id: transaction, replace = false } = {}) =>
            navigate({ search: { step: next, ...(transaction && { id: transaction }) }, replace })
          }
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Page>
  );
}
