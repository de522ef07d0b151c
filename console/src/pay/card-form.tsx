import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Problem } from "../api/problem.ts";
import { text, useLanguage } from "../language.tsx";
import { chosenTheme } from "../shell/theme.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/list.tsx";
import { Skeleton } from "../ui/surface.tsx";

/** The provider's own fields for a card: its number never reaches this page. */

interface FormProps {
  readonly publishableKey: string;
  readonly clientSecret: string;
  /** Receives the confirmed setup intent's id. */
  readonly onConfirmed: (setupIntentId: string) => void;
}

interface Mounted {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
}

export const isDark = (): boolean =>
  chosenTheme() === "dark" ||
  (chosenTheme() === "system" && matchMedia("(prefers-color-scheme: dark)").matches);

export default function CardForm({ publishableKey, clientSecret, onConfirmed }: FormProps) {
  const { say, language } = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState<Mounted>();
  const [isReady, setReady] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isOver = false;
    let unmount = () => {};
    const mount = async () => {
      try {
        const stripe = await loadStripe(publishableKey, { locale: language });
        if (isOver || !stripe || !place.current) return;
        const appearance = { theme: isDark() ? "night" : "stripe" } as const;
        const elements = stripe.elements({ clientSecret, appearance });
        const element = elements.create("payment", { wallets: { applePay: "never", googlePay: "never" } });
        element.on("ready", () => setReady(true));
        element.mount(place.current);
        unmount = () => element.destroy();
        setMounted({ stripe, elements });
      } catch (error) {
        if (!isOver) setProblem(new Problem((error as Error).message));
      }
    };
    mount();
    return () => {
      isOver = true;
      unmount();
    };
  }, [publishableKey, clientSecret, language]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!mounted) return;
    setBusy(true);
    const { stripe, elements } = mounted;
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      redirect: "if_required",
      confirmParams: { return_url: `${location.origin}/app/pay` },
    });
    if (setupIntent) return onConfirmed(setupIntent.id);
    setBusy(false);
    setProblem(new Problem(error?.message ?? ""));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Failure problem={problem} />
      {!isReady && !problem && <Skeleton className="h-52 w-full" />}
      <div ref={place} />
      <Button type="submit" busy={isBusy} disabled={!isReady}>
        {say(text("Save the card", "Enregistrer la carte"))}
      </Button>
    </form>
  );
}

/** Lets the cardholder consent to a payment in the bank's window. @throws Problem with the provider's sentence */
export async function consent(publishableKey: string, clientSecret: string): Promise<void> {
  const stripe = await loadStripe(publishableKey);
  const { error } = (await stripe?.handleNextAction({ clientSecret })) ?? {};
  if (error) throw new Problem(error.message ?? "");
}
