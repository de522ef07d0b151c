import { useMutation, useQuery } from "@tanstack/react-query";
import { Camera, ImageUp } from "lucide-react";
import { type FormEvent, useCallback, useRef, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import type { Problem } from "../api/problem.ts";
import { accountsQuery, useWrite } from "../api/queries.ts";
import { text, useLanguage, useSay } from "../language.tsx";
import { Button, buttonClass, LinkButton } from "../ui/button.tsx";
import { AmountInput, Input, Select } from "../ui/field.tsx";
import { ApiCall, Definitions, Failure, fact, problemAt } from "../ui/list.tsx";
import { Amount, BigAmount, formatAmount } from "../ui/money.tsx";
import { Alert, Card } from "../ui/surface.tsx";
import { Receipt } from "./receipt.tsx";
import { readFile, useCamera } from "./scan.ts";

/** Pays a code: scan, review, receipt. */

const SCAN = "/api/v1/mobile/payments/qr/scan";

interface Preview {
  readonly amount: number | null;
  readonly currency: string;
  readonly fee: number;
  readonly recipient: { readonly name: string | null };
  readonly description: string | null;
}

interface Draft {
  readonly payload: string;
  readonly preview?: Preview | undefined;
}

const EMPTY: Draft = { payload: "" };

export function PayCode() {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const [draft, setDraft, clear] = useDraft<Draft>("qr", EMPTY);
  const [paid, setPaid] = useState<Preview>();
  const first = accounts[0];
  const preview = useMutation<Preview, Problem, string>({
    networkMode: "always",
    mutationFn: async (payload) => {
      const ask = (accountId: string) =>
        dataOf(client.POST(SCAN, { body: { payload, accountId, preview: true } }));
      // The code says its currency, and the request has to name an account of it: the default one is tried first.
      const shown = await tryEach(
        accounts.map(({ id }) => id),
        ask,
      );
      if (shown.status !== "preview") throw new Error("a preview was executed");
      return shown;
    },
    onSuccess: (shown, payload) => setDraft({ payload, preview: shown }),
  });
  const { mutate } = preview;
  const onCode = useCallback((payload: string) => mutate(payload.trim()), [mutate]);
  if (paid) return <Paid {...paid} onAgain={() => setPaid(undefined)} />;
  if (draft.preview)
    return (
      <Review
        payload={draft.payload}
        preview={draft.preview}
        onBack={() => {
          clear();
          preview.reset();
        }}
        onPaid={(amount) => {
          if (draft.preview) setPaid({ ...draft.preview, amount });
          clear();
          preview.reset();
        }}
      />
    );
  return (
    <Scanner
      onCode={onCode}
      busy={preview.isPending || !first}
      problem={preview.error}
      onRetry={preview.reset}
    />
  );
}

/** Tries each account until one has the currency of the code. */
async function tryEach<T>(ids: readonly string[], run: (id: string) => Promise<T>): Promise<T> {
  const [id = "", ...others] = ids;
  try {
    return await run(id);
  } catch (error) {
    if ((error as Problem).code !== "CURRENCY_MISMATCH" || others.length === 0) throw error;
    return tryEach(others, run);
  }
}

interface ScannerProps {
  readonly onCode: (payload: string) => void;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onRetry: () => void;
}

const NO_CODE = text(
  "No QR code was found in this picture. Try a sharper one.",
  "Aucun code QR n'a été trouvé dans cette image. Essayez-en une plus nette.",
);

function Scanner({ onCode, busy, problem, onRetry }: ScannerProps) {
  const say = useSay();
  const video = useRef<HTMLVideoElement>(null);
  const [isFilming, setFilming] = useState(false);
  const [hasNoCode, setNoCode] = useState(false);
  const [written, setWritten] = useState("");
  const found = useCallback(
    (content: string) => {
      setFilming(false);
      onCode(content);
    },
    [onCode],
  );
  const camera = useCamera(video, isFilming, found);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    onRetry();
    const content = await readFile(file);
    setNoCode(content === undefined);
    if (content !== undefined) found(content);
  };
  return (
    <Card className="max-w-xl">
      <div className="flex flex-col gap-4">
        <Failure problem={problem} />
        {hasNoCode && <Alert tone="warn">{say(NO_CODE)}</Alert>}
        {camera === "refused" && (
          <Alert tone="warn">
            {say(
              text(
                "The camera cannot be used. Allow it in your browser, or choose a picture of the code.",
                "La caméra n'est pas accessible. Autorisez-la dans votre navigateur, ou choisissez une image du code.",
              ),
            )}
          </Alert>
        )}
        <video
          ref={video}
          muted
          playsInline
          hidden={!isFilming || camera === "refused"}
          aria-label={say(text("Camera", "Caméra"))}
          className="aspect-square w-full rounded-md bg-sunken object-cover"
        />
        <div className="grid gap-2 sm:grid-cols-2">
          <Button
            busy={busy || camera === "starting"}
            onClick={() => {
              onRetry();
              setNoCode(false);
              setFilming(!isFilming || camera === "refused");
            }}
          >
            <Camera className="size-4" aria-hidden />
            {camera === "on"
              ? say(text("Stop the camera", "Arrêter la caméra"))
              : say(text("Scan with the camera", "Scanner avec la caméra"))}
          </Button>
          <label className={buttonClass({ kind: "secondary" }, "has-focus-visible:outline-2 cursor-pointer")}>
            <ImageUp className="size-4" aria-hidden />
            {say(text("Choose a picture", "Choisir une image"))}
            <input
              type="file"
              accept="image/*"
              className="sr-only"
              onChange={({ target }) => {
                choose(target.files?.[0]);
                target.value = "";
              }}
            />
          </label>
        </div>
        <form
          className="flex items-end gap-2"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            onCode(written);
          }}
        >
          <div className="grow">
            <Input
              label={say(text("Or paste the content of a code", "Ou collez le contenu d'un code"))}
              value={written}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setWritten(target.value)}
            />
          </div>
          <Button type="submit" kind="secondary" disabled={written.trim() === ""} busy={busy}>
            {say(text("Continue", "Continuer"))}
          </Button>
        </form>
      </div>
    </Card>
  );
}

interface ReviewProps {
  readonly payload: string;
  readonly preview: Preview;
  readonly onBack: () => void;
  readonly onPaid: (amount: number) => void;
}

function Review({ payload, preview, onBack, onPaid }: ReviewProps) {
  const { say, language } = useLanguage();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { currency, fee, recipient, description } = preview;
  const [chosen, setChosen] = useState("");
  const [amount, setAmount] = useState("");
  const usable = accounts.filter((one) => one.currency === currency);
  const accountId = chosen || usable[0]?.id || "";
  const body = { payload, accountId, ...(preview.amount === null && { amount }) };
  const pay = useWrite({
    flow: "pay-qr",
    run: (request: typeof body, headers) => dataOf(client.POST(SCAN, { body: request, headers })),
    changes: [["money"]],
    onDone: (done) => onPaid(done.amount ?? 0),
  });
  const total = preview.amount ?? Number(amount);
  return (
    <Card className="max-w-xl" title={say(text("Check and confirm", "Vérifiez et confirmez"))}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          pay.mutate(body);
        }}
      >
        {preview.amount === null ? (
          <AmountInput
            label={say(text("Amount", "Montant"))}
            value={amount}
            asset={currency}
            onValue={setAmount}
            problem={problemAt(pay.error, "amount")}
          />
        ) : (
          <p>
            <BigAmount value={preview.amount} asset={currency} />
          </p>
        )}
        <Definitions
          items={[
            fact(say(text("To", "À")), recipient.name ?? say(text("A merchant", "Un commerçant"))),
            description !== null && fact(say(text("Message", "Message")), description),
            fact(
              say(text("Fee", "Frais")),
              fee === 0 ? say(text("Free", "Gratuit")) : <Amount value={fee} asset={currency} />,
            ),
          ]}
        />
        {usable.length > 1 && (
          <Select
            label={say(text("From", "Depuis"))}
            value={accountId}
            onChange={({ target }) => setChosen(target.value)}
            options={usable.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        {!problemAt(pay.error, "amount") && <Failure problem={pay.error} />}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button kind="secondary" onClick={onBack} disabled={pay.isPending}>
            {say(text("Back", "Retour"))}
          </Button>
          <Button type="submit" busy={pay.isPending} disabled={!(total > 0)}>
            {say(
              text(
                `Pay ${formatAmount(total, currency, language)}`,
                `Payer ${formatAmount(total, currency, language)}`,
              ),
            )}
          </Button>
        </div>
        <ApiCall method="POST" path={SCAN} body={body} />
      </form>
    </Card>
  );
}

function Paid({ amount, currency, recipient, onAgain }: Preview & { readonly onAgain: () => void }) {
  const say = useSay();
  return (
    <Receipt
      isPending={false}
      title={say(text("Paid", "Payé"))}
      actions={
        <>
          <Button kind="secondary" onClick={onAgain}>
            {say(text("Another code", "Un autre code"))}
          </Button>
          <LinkButton to="/wallets/transactions">
            {say(text("Show transactions", "Voir les opérations"))}
          </LinkButton>
        </>
      }
    >
      <p className="text-center">
        <BigAmount value={amount ?? 0} asset={currency} />
      </p>
      <Definitions
        items={[
          fact(say(text("To", "À")), recipient.name ?? say(text("A merchant", "Un commerçant"))),
          fact(say(text("Fee", "Frais")), say(text("Free", "Gratuit"))),
        ]}
      />
    </Receipt>
  );
}
