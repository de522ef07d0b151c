import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { accountsQuery, useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { AmountInput, Input, Select, Toggle } from "../ui/field.tsx";
import { ApiCall, CopyButton, Failure, problemAt } from "../ui/list.tsx";
import { BigAmount, Time } from "../ui/money.tsx";
import { Alert, Card } from "../ui/surface.tsx";

/** A code by which others pay the user. */

/** The validity of a code that the user can choose, in seconds. */
const VALID = { short: 900, day: 86_400 } as const;

interface Request {
  readonly amount?: string;
  readonly currency: string;
  readonly description: string;
  readonly expiresInSeconds: number;
  readonly reusable: boolean;
}

interface Shown {
  readonly payload: string;
  readonly qrCode: string;
  readonly expiresAt: string;
}

export function ShowCode({ asset = "EUR" }: { readonly asset?: string | undefined }) {
  const say = useSay();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState(asset);
  const [description, setDescription] = useState("");
  const [isReusable, setReusable] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const generate = useWrite({
    flow: "qr",
    run: (body: Request, headers) =>
      dataOf(client.POST("/api/v1/mobile/payments/qr/generate", { body, headers })),
    onDone: setShown,
  });
  const body: Request = {
    ...(amount && { amount }),
    ...{ currency, description, reusable: isReusable },
    expiresInSeconds: isReusable ? VALID.day : VALID.short,
  };
  if (shown)
    return (
      <Code
        {...shown}
        request={body}
        onOther={() => {
          setShown(undefined);
          generate.reset();
        }}
      />
    );
  return (
    <Card className="max-w-xl">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          generate.mutate(body);
        }}
      >
        {!generate.error?.fields.length && <Failure problem={generate.error} />}
        <AmountInput
          label={say(text("Amount (optional)", "Montant (facultatif)"))}
          hint={say(text("Without it, the payer chooses.", "Sans montant, le payeur choisit."))}
          value={amount}
          asset={currency}
          onValue={setAmount}
          problem={problemAt(generate.error, "amount")}
        />
        {accounts.length > 1 && (
          <Select
            label={say(text("Wallet", "Portefeuille"))}
            value={currency}
            onChange={({ target }) => setCurrency(target.value)}
            options={accounts.map((one) => ({ value: one.currency, label: one.name }))}
          />
        )}
        <Input
          label={say(text("Message (optional)", "Message (facultatif)"))}
          value={description}
          maxLength={140}
          onChange={({ target }) => setDescription(target.value)}
          problem={problemAt(generate.error, "description")}
        />
        <Toggle
          label={say(text("Several people can pay it", "Plusieurs personnes peuvent le payer"))}
          hint={
            isReusable
              ? say(text("Valid for a day.", "Valable un jour."))
              : say(text("Valid once, for 15 minutes.", "Valable une fois, pendant 15 minutes."))
          }
          checked={isReusable}
          onChange={({ target }) => setReusable(target.checked)}
        />
        <Button type="submit" busy={generate.isPending}>
          {say(text("Show the code", "Afficher le code"))}
        </Button>
        <ApiCall method="POST" path="/api/v1/mobile/payments/qr/generate" body={body} />
      </form>
    </Card>
  );
}

interface CodeProps extends Shown {
  readonly request: Request;
  readonly onOther: () => void;
}

function Code({ payload, qrCode, expiresAt, request, onOther }: CodeProps) {
  const say = useSay();
  const isExpired = useExpired(expiresAt);
  const { amount, currency, description } = request;
  return (
    <Card className="max-w-xl">
      <div className="flex flex-col items-center gap-4 text-center">
        <p role="status" className="text-sm text-soft">
          {say(text("Let the payer scan this code.", "Faites scanner ce code par le payeur."))}
        </p>
        {amount ? (
          <p>
            <BigAmount value={amount} asset={currency} />
          </p>
        ) : (
          <p className="text-base font-semibold">{currency}</p>
        )}
        {description && <p className="text-sm">{description}</p>}
        {isExpired ? (
          <Alert tone="warn">{say(text("This code has expired.", "Ce code a expiré."))}</Alert>
        ) : (
          <>
            <img
              src={qrCode}
              alt={say(text("QR code to pay you", "Code QR pour vous payer"))}
              className="w-full max-w-72 rounded-md bg-white p-3"
            />
            <p className="text-sm text-soft">
              {say(text("Valid until", "Valable jusqu'au"))} <Time iso={expiresAt} />
            </p>
            <div className="flex flex-wrap justify-center gap-2">
              <a
                href={qrCode}
                download="svc-qr.png"
                className={buttonClass({ kind: "secondary", size: "sm" })}
              >
                <Download className="size-4" aria-hidden />
                {say(text("Save the picture", "Enregistrer l'image"))}
              </a>
              <CopyButton value={payload} label={say(text("Content of the code", "Contenu du code"))} />
            </div>
          </>
        )}
        <Button kind={isExpired ? "primary" : "quiet"} onClick={onOther}>
          {say(text("Another code", "Un autre code"))}
        </Button>
      </div>
    </Card>
  );
}

function useExpired(iso: string): boolean {
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), Math.max(0, Date.parse(iso) - Date.now()));
    return () => clearTimeout(timer);
  }, [iso]);
  return isExpired;
}
