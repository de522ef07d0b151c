import { ShieldCheck } from "lucide-react";
import { text, useLanguage } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { ApiCall, Definitions, Failure, fact } from "../ui/list.tsx";
import { Amount, BigAmount, formatAmount } from "../ui/money.tsx";
import { Card } from "../ui/surface.tsx";
import { type Payment, type Quote, requestOf, usePay } from "./pay.ts";
import { detailOf, isBank, nameOf, type Target } from "./target.ts";

/** The whole payment before it is sent. */

interface ReviewProps {
  readonly flow: string;
  readonly payment: Payment;
  readonly quote: Quote;
  readonly onBack: () => void;
  readonly onDone: (transactionId: string) => void;
}

export function ReviewStep({ flow, payment, quote, onBack, onDone }: ReviewProps) {
  const { say, language } = useLanguage();
  const pay = usePay(flow, onDone);
  const { target, account, description } = payment;
  const { amount, fee, needsConfirmation } = quote;
  const { currency } = account;
  const total = formatAmount(amount + fee, currency, language);
  const { path, body } = requestOf(payment);
  return (
    <Card className="max-w-xl" title={say(text("Check and confirm", "Vérifiez et confirmez"))}>
      <div className="flex flex-col gap-5">
        <p>
          <BigAmount value={amount} asset={currency} />
        </p>
        <Definitions
          items={[
            fact(say(text("To", "À")), shownName(target, quote)),
            detailOf(target) !== undefined && fact("IBAN", detailOf(target)),
            fact(
              say(text("Fee", "Frais")),
              fee === 0 ? say(text("Free", "Gratuit")) : <Amount value={fee} asset={currency} />,
            ),
            fact(
              say(text("Leaves your wallet", "Débité de votre portefeuille")),
              <Amount value={amount + fee} asset={currency} />,
            ),
            fact(
              say(text("Arrives", "Arrivée")),
              isBank(target)
                ? say(text("Usually within one business day", "En général sous un jour ouvré"))
                : say(text("Immediately", "Immédiatement")),
            ),
            description !== "" && fact(say(text("Message", "Message")), description),
          ]}
        />
        {needsConfirmation && (
          <p className="flex items-center gap-2 text-sm text-soft">
            <ShieldCheck className="size-4 shrink-0" aria-hidden />
            {say(
              text(
                "You confirm that it is you in the next step.",
                "Vous confirmerez votre identité à l'étape suivante.",
              ),
            )}
          </p>
        )}
        <Failure problem={pay.error} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button kind="secondary" onClick={onBack} disabled={pay.isPending}>
            {say(text("Back", "Retour"))}
          </Button>
          <Button busy={pay.isPending} onClick={() => pay.mutate(payment)}>
            {pay.error?.status === 0
              ? say(text(`Try again to send ${total}`, `Réessayer d'envoyer ${total}`))
              : say(text(`Send ${total}`, `Envoyer ${total}`))}
          </Button>
        </div>
        <ApiCall method="POST" path={path} body={body} />
      </div>
    </Card>
  );
}

/** The name that the platform knows, with the address that the user has entered. */
function shownName(target: Target, { name }: Quote) {
  const entered = nameOf(target);
  if (target.kind === "bank" || name === entered) return entered;
  return (
    <>
      {target.kind === "payee" ? entered : name}
      <span className="block font-normal text-soft">{target.kind === "payee" ? name : entered}</span>
    </>
  );
}
