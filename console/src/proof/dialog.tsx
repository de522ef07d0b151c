import { startAuthentication } from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import type { Problem } from "../api/problem.ts";
import { type ProofRequest, registerProofDialog } from "../api/proof.ts";
import { text, useLanguage } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { Failure } from "../ui/list.tsx";
import { formatTime } from "../ui/money.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Alert } from "../ui/surface.tsx";

/** Asks who acts. Any request can raise it; afterwards the client repeats the request. */

interface Asked extends ProofRequest {
  readonly answer: (isProven: boolean) => void;
}

export default function ProofDialog() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      registerProofDialog(
        (request) =>
          new Promise((resolve) => {
            // Requests that need a proof at the same time share one dialog.
            setAsked((open) => ({
              ...request,
              answer: (isProven) => {
                open?.answer(isProven);
                resolve(isProven);
              },
            }));
          }),
      ),
    [],
  );
  if (!asked) return null;
  const close = (isProven: boolean) => {
    asked.answer(isProven);
    setAsked(undefined);
  };
  return <Question request={asked} onClose={close} />;
}

const TITLE = text("Confirm that it is you", "Confirmez votre identité");

function Question({
  request,
  onClose,
}: {
  readonly request: ProofRequest;
  readonly onClose: (isProven: boolean) => void;
}) {
  const { say, language } = useLanguage();
  const { methods, allowedFrom } = request;
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title={say(TITLE)}
      lead={say(
        text(
          "It protects your money and your account. It is valid for five minutes.",
          "Cela protège votre argent et votre compte. La confirmation vaut cinq minutes.",
        ),
      )}
    >
      <div className="flex flex-col gap-5">
        {allowedFrom && (
          <Alert tone="warn">
            {say(
              text(
                `Your sign-in data changed recently. Without a passkey or an authenticator you can pay new recipients from ${formatTime(allowedFrom, "en")}.`,
                `Vos moyens de connexion ont changé récemment. Sans clé d'accès ni application d'authentification, vous pourrez payer de nouveaux bénéficiaires à partir du ${formatTime(allowedFrom, "fr")}.`,
              ),
            )}
          </Alert>
        )}
        {methods.includes("passkey") && <PasskeyProof onProven={() => onClose(true)} />}
        {(methods.includes("totp") || methods.includes("recovery")) && (
          <SecretProof kind="code" hasTotp={methods.includes("totp")} onProven={() => onClose(true)} />
        )}
        {methods.includes("password") && <SecretProof kind="password" onProven={() => onClose(true)} />}
        {methods.includes("provider") && (
          <a
            className="text-sm text-accent underline"
            href={`/auth/confirm?callbackUrl=${encodeURIComponent(location.pathname)}`}
            lang={language}
          >
            {say(text("Sign in again with your provider", "Se reconnecter avec votre fournisseur"))}
          </a>
        )}
        {methods.length === 0 && (
          <Alert tone="warn">
            {say(
              text(
                "Add a passkey or an authenticator in Settings, then try again.",
                "Ajoutez une clé d'accès ou une application d'authentification dans Réglages, puis réessayez.",
              ),
            )}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}

function PasskeyProof({ onProven }: { readonly onProven: () => void }) {
  const { say } = useLanguage();
  const [problem, setProblem] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const prove = async () => {
    setBusy(true);
    try {
      const { options } = await dataOf(client.POST("/api/auth/proof/options"));
      const passkey = await startAuthentication({ optionsJSON: options as never });
      await dataOf(client.POST("/api/auth/proof", { body: { passkey: passkey as never } }));
      onProven();
    } catch (error) {
      const isCanceled = (error as Error).name === "NotAllowedError";
      setProblem(
        isCanceled
          ? new Error(
              say(
                text(
                  "No passkey was used. Try again, or choose another way.",
                  "Aucune clé d'accès n'a été utilisée. Réessayez, ou choisissez un autre moyen.",
                ),
              ),
            )
          : (error as Error),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <Failure problem={problem} />
      <Button onClick={prove} busy={isBusy}>
        <KeyRound className="size-4" aria-hidden />
        {say(text("Use a passkey", "Utiliser une clé d'accès"))}
      </Button>
    </div>
  );
}

type SecretProps =
  | { readonly kind: "password"; readonly hasTotp?: never; readonly onProven: () => void }
  | { readonly kind: "code"; readonly hasTotp: boolean; readonly onProven: () => void };

function SecretProof({ kind, hasTotp, onProven }: SecretProps) {
  const { say } = useLanguage();
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await dataOf(client.POST("/api/auth/proof", { body: { [kind]: value } }));
      onProven();
    } catch (error) {
      setProblem(error as Problem);
    } finally {
      setBusy(false);
    }
  };
  const label =
    kind === "password"
      ? text("Password", "Mot de passe")
      : hasTotp
        ? text(
            "Code of your authenticator, or a recovery code",
            "Code de votre application, ou un code de secours",
          )
        : text(
            "Recovery code, if you have lost your passkey",
            "Code de secours, si vous avez perdu votre clé d'accès",
          );
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Input
        label={say(label)}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        problem={problem?.message}
        required
        {...(kind === "password"
          ? { type: "password", autoComplete: "current-password" }
          : {
              autoComplete: "one-time-code",
              autoCapitalize: "characters",
              spellCheck: false,
              maxLength: 40,
            })}
      />
      <Button type="submit" busy={isBusy}>
        {say(text("Continue", "Continuer"))}
      </Button>
    </form>
  );
}
