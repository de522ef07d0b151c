import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import type { Problem } from "../api/problem.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Failure, Loaded } from "../ui/list.tsx";
import { Alert, Card, Page, Skeleton } from "../ui/surface.tsx";
import { CardSecrets } from "./card-secrets.tsx";
import { consentOf, forgetConsent, openDouble, providerQuery } from "./provider.ts";

/** The page with the payment provider's fields: a new card, an issued card's number, or the cardholder's consent to a payment. */

const CardForm = lazy(() => import("./card-form.tsx"));
const route = getRouteApi("/pay");

/** Leaves by a full load, because the application's policy is stricter than this page's. */
const leave = (path: string): void => location.replace(path);

export default function Pay() {
  const say = useSay();
  const { flow, card, setup_intent: setupIntent, redirect_status: status } = route.useSearch();
  const isConsent = flow === "consent";
  const secretsOf = flow === "secrets" ? card : undefined;
  const title = isConsent
    ? text("Confirm with your bank", "Confirmer avec votre banque")
    : secretsOf !== undefined
      ? text("Card details", "Coordonnées de la carte")
      : text("Add a card", "Ajouter une carte");
  return (
    <Page title={say(title)}>
      <Card className="max-w-xl">
        {isConsent ? (
          <Consent isBack={status !== undefined} />
        ) : secretsOf !== undefined ? (
          <CardSecrets cardId={secretsOf} />
        ) : setupIntent !== undefined && status === "succeeded" ? (
          <SaveCard setupIntentId={setupIntent} />
        ) : (
          <NewCard hasFailed={status !== undefined} />
        )}
      </Card>
    </Page>
  );
}

const BACK = text("Back", "Retour");

const Back = ({ children }: { readonly children?: ReactNode }) => {
  const say = useSay();
  return (
    <a href="/app/add" className={buttonClass({ kind: "secondary" })}>
      {children ?? say(BACK)}
    </a>
  );
};

/** Loads a setup intent, then shows the provider's fields, or offers the page of its double. */
function NewCard({ hasFailed }: { readonly hasFailed: boolean }) {
  const say = useSay();
  const provider = useQuery(providerQuery);
  const [savedId, setSavedId] = useState<string>();
  const intent = useWrite({
    flow: "setup-intent",
    run: (body: Record<string, never>, headers) =>
      dataOf(client.POST("/api/payments/setup-intents", { body, headers })),
  });
  const isStarted = useRef(false);
  const { mutate } = intent;
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    mutate({});
  }, [mutate]);
  if (savedId !== undefined) return <SaveCard setupIntentId={savedId} />;
  const clientSecret = intent.data?.data.clientSecret;
  return (
    <div className="flex flex-col gap-5">
      {hasFailed && (
        <Alert tone="bad">
          {say(
            text(
              "The card could not be verified. Try again, or use another card.",
              "La carte n'a pas pu être vérifiée. Réessayez, ou utilisez une autre carte.",
            ),
          )}
        </Alert>
      )}
      <p className="text-sm text-soft">
        {say(
          text(
            "Your card number goes directly to the payment provider. Nothing is charged now.",
            "Votre numéro de carte va directement au prestataire de paiement. Rien n'est débité maintenant.",
          ),
        )}
      </p>
      <Failure
        problem={intent.error}
        action={
          <Button kind="secondary" size="sm" onClick={() => mutate({})}>
            {say(text("Try again", "Réessayer"))}
          </Button>
        }
      />
      {clientSecret === undefined ? (
        intent.error === null && <Skeleton className="h-52 w-full" />
      ) : (
        <Loaded query={provider} skeleton={<Skeleton className="h-52 w-full" />}>
          {({ publishableKey, formUrl }) =>
            publishableKey !== null ? (
              <Suspense fallback={<Skeleton className="h-52 w-full" />}>
                <CardForm
                  publishableKey={publishableKey}
                  clientSecret={clientSecret}
                  onConfirmed={setSavedId}
                />
              </Suspense>
            ) : formUrl !== null ? (
              <Button onClick={() => openDouble(formUrl, clientSecret, "/app/pay")}>
                {say(text("Enter the card", "Saisir la carte"))}
              </Button>
            ) : (
              <Unavailable />
            )
          }
        </Loaded>
      )}
      <Back />
    </div>
  );
}

const Unavailable = () => {
  const say = useSay();
  return (
    <Alert tone="warn">
      {say(
        text(
          "Cards cannot be used at the moment. Add money by bank transfer.",
          "Les cartes ne sont pas disponibles pour le moment. Ajoutez de l'argent par virement.",
        ),
      )}
    </Alert>
  );
};

/** Saves the card of a confirmed setup intent, and returns to the top-up with it. A reload repeats the same request. */
function SaveCard({ setupIntentId }: { readonly setupIntentId: string }) {
  const say = useSay();
  const save = useWrite({
    flow: "save-card",
    run: (body: { readonly setupIntentId: string }, headers) =>
      dataOf(
        client.POST("/api/payments/cards", {
          body,
          headers: { ...headers, Prefer: "return=representation" },
        }),
      ),
    onDone: ({ data }) => leave(`/app/add?card=${data.id}`),
  });
  const isStarted = useRef(false);
  const { mutate } = save;
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    mutate({ setupIntentId });
  }, [mutate, setupIntentId]);
  return (
    <div className="flex flex-col gap-5">
      {save.error ? (
        <Failure
          problem={save.error}
          action={
            <Button kind="secondary" size="sm" onClick={() => mutate({ setupIntentId })}>
              {say(text("Try again", "Réessayer"))}
            </Button>
          }
        />
      ) : (
        <p role="status" className="text-sm text-soft">
          {say(text("Your card is being saved.", "Votre carte est en cours d'enregistrement."))}
        </p>
      )}
      <Back />
    </div>
  );
}

/** The bank asks the cardholder. Afterwards the receipt shows what became of the payment. */
function Consent({ isBack }: { readonly isBack: boolean }) {
  const say = useSay();
  const provider = useQuery(providerQuery);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const payment = consentOf();
  const finish = () => {
    forgetConsent();
    leave(payment ? `/app/add?step=done&id=${payment.id}` : "/app/add");
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the return from the bank's page is handled once
  useEffect(() => {
    if (isBack || !payment) finish();
  }, []);
  if (isBack || !payment) return <Skeleton className="h-24 w-full" />;
  const start = async ({ publishableKey, formUrl }: NonNullable<typeof provider.data>) => {
    setBusy(true);
    try {
      if (publishableKey !== null) {
        const { consent } = await import("./card-form.tsx");
        await consent(publishableKey, payment.clientSecret);
        finish();
      } else if (formUrl !== null) openDouble(formUrl, payment.clientSecret, "/app/pay?flow=consent");
    } catch (error) {
      setProblem(error as Problem);
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-soft">
        {say(
          text(
            "Your bank wants to know that it is you. The payment is made after you confirm.",
            "Votre banque veut s'assurer que c'est bien vous. Le paiement est effectué après votre confirmation.",
          ),
        )}
      </p>
      <Failure problem={problem} />
      <Loaded query={provider} skeleton={<Skeleton className="h-11 w-full" />}>
        {(access) => (
          <Button busy={isBusy} onClick={() => start(access)}>
            {say(text("Continue to your bank", "Continuer vers votre banque"))}
          </Button>
        )}
      </Loaded>
      <Back />
    </div>
  );
}
