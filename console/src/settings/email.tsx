import { type FormEvent, useState } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { Failure, problemAt } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { CodeForm } from "./code-form.tsx";
import { CANCEL, CHANGE, CONFIRM, ContactState, ME } from "./contact.tsx";

/** The email address: its proof by a code, and its change. */

type Profile = Schemas["Profile"];

const CODE_OF_EMAIL = text("Code from the email", "Code reçu par e-mail");

/** Which code the user is asked for. It survives a reload, because the user leaves to read the email. */
type Awaited = "none" | "verification" | { readonly newEmail: string };

export function EmailAddress({ profile }: { readonly profile: Profile }) {
  const say = useSay();
  const [awaited, setAwaited] = useDraft<Awaited>("email-code", "none");
  const [isChanging, setChanging] = useState(false);
  const verify = useWrite({
    flow: "verify-email",
    run: () => dataOf(client.POST("/api/auth/verify-email/request")),
    onDone: () => setAwaited("verification"),
  });
  const isUnconfirmed = profile.emailVerified === null;
  return (
    <Card title={say(text("Email address", "Adresse e-mail"))}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <ContactState value={profile.email} since={profile.emailVerified} />
          {!isChanging && (
            <Button kind="secondary" size="sm" onClick={() => setChanging(true)}>
              {say(CHANGE)}
            </Button>
          )}
        </div>
        <Failure problem={verify.error} />
        {isUnconfirmed && awaited === "none" && (
          <div>
            <Button busy={verify.isPending} onClick={() => verify.mutate(undefined)}>
              {say(text("Send the confirmation email", "Envoyer l'e-mail de confirmation"))}
            </Button>
          </div>
        )}
        {isUnconfirmed && awaited === "verification" && (
          <VerifyEmail
            email={profile.email}
            onAgain={() => verify.mutate(undefined)}
            onDone={() => setAwaited("none")}
          />
        )}
        {typeof awaited === "object" && (
          <ConfirmChange
            newEmail={awaited.newEmail}
            onCancel={() => setAwaited("none")}
            onDone={() => setAwaited("none")}
          />
        )}
        {isChanging && (
          <ChangeEmail
            onCancel={() => setChanging(false)}
            onSent={(newEmail) => {
              setChanging(false);
              setAwaited({ newEmail });
            }}
          />
        )}
      </div>
    </Card>
  );
}

interface VerifyEmailProps {
  readonly email: string;
  readonly onAgain: () => void;
  readonly onDone: () => void;
}

function VerifyEmail({ email, onAgain, onDone }: VerifyEmailProps) {
  const say = useSay();
  const confirm = useWrite({
    flow: "confirm-email",
    run: (code: string) => dataOf(client.POST("/api/auth/verify-email", { body: { code } })),
    changes: ME,
    onDone: () => {
      onDone();
      toast(say(text("Your email address is confirmed", "Votre adresse e-mail est confirmée")));
    },
  });
  return (
    <CodeForm
      label={say(CODE_OF_EMAIL)}
      hint={say(
        text(
          `We sent it to ${email}. The link in the email works too.`,
          `Nous l'avons envoyé à ${email}. Le lien de l'e-mail fonctionne aussi.`,
        ),
      )}
      action={say(CONFIRM)}
      busy={confirm.isPending}
      problem={confirm.error}
      onCode={confirm.mutate}
      onAgain={onAgain}
    />
  );
}

interface ChangeEmailProps {
  readonly onCancel: () => void;
  readonly onSent: (newEmail: string) => void;
}

function ChangeEmail({ onCancel, onSent }: ChangeEmailProps) {
  const say = useSay();
  const [newEmail, setNewEmail] = useDraft("new-email", "");
  const change = useWrite({
    flow: "change-email",
    run: (body: { readonly newEmail: string }) => dataOf(client.POST("/api/auth/change-email", { body })),
    onDone: (_, sent) => {
      setNewEmail("");
      onSent(sent.newEmail);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ newEmail });
  };
  const problem = problemAt(change.error, "newEmail");
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-3">
      <Failure problem={problem ? null : change.error} />
      <Input
        label={say(text("New address", "Nouvelle adresse"))}
        type="email"
        value={newEmail}
        onChange={({ target }) => setNewEmail(target.value)}
        problem={problem}
        hint={say(
          text(
            "We email a code to the new address. Until you enter it, nothing changes.",
            "Nous envoyons un code à la nouvelle adresse. Rien ne change tant que vous ne l'avez pas saisi.",
          ),
        )}
        autoComplete="email"
        maxLength={254}
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={change.isPending}>
          {say(text("Send the code", "Envoyer le code"))}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {say(CANCEL)}
        </Button>
      </div>
    </form>
  );
}

interface ConfirmChangeProps {
  readonly newEmail: string;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

function ConfirmChange({ newEmail, onCancel, onDone }: ConfirmChangeProps) {
  const say = useSay();
  const confirm = useWrite({
    flow: "confirm-new-email",
    run: (code: string) => dataOf(client.POST("/api/auth/change-email/confirm", { body: { code } })),
    changes: ME,
    onDone: ({ email }) => {
      onDone();
      toast(say(text(`Your email address is now ${email}`, `Votre adresse e-mail est maintenant ${email}`)));
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <CodeForm
        label={say(CODE_OF_EMAIL)}
        hint={say(
          text(
            `We sent it to ${newEmail}, your new address.`,
            `Nous l'avons envoyé à ${newEmail}, votre nouvelle adresse.`,
          ),
        )}
        action={say(text("Change the address", "Changer l'adresse"))}
        busy={confirm.isPending}
        problem={confirm.error}
        onCode={confirm.mutate}
      />
      <div>
        <Button kind="quiet" size="sm" onClick={onCancel}>
          {say(text("Keep the current address", "Garder l'adresse actuelle"))}
        </Button>
      </div>
    </div>
  );
}
