import { useState } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/choice.tsx";
import { Input } from "../ui/field.tsx";
import { Failure, problemAt } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { CodeForm } from "./code-form.tsx";
import { CANCEL, CHANGE, CONFIRM, ContactState, ME } from "./contact.tsx";

/** The phone number: its proof by a text code, its change and its removal. */

type Profile = Schemas["Profile"];

export function PhoneNumber({ profile }: { readonly profile: Profile }) {
  const say = useSay();
  const { phone, phoneVerified } = profile;
  const [awaited, setAwaited] = useDraft<string | null>("phone-code", null);
  const [isChanging, setChanging] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const request = useWrite({
    flow: "phone-code",
    run: (body: { readonly phone?: string }) =>
      dataOf(client.POST("/api/auth/verify-phone/request", { body })),
    onDone: (_, sent) => {
      setChanging(false);
      setAwaited(sent.phone ?? phone);
    },
  });
  const remove = useWrite({
    flow: "remove-phone",
    run: () =>
      dataOf(
        client.PATCH("/api/v1/mobile/user/profile", { body: { phone: null, version: profile.version } }),
      ),
    changes: ME,
    onDone: () => {
      setRemoving(false);
      setAwaited(null);
      toast(say(text("Your phone number is removed", "Votre numéro est supprimé")));
    },
  });
  return (
    <Card
      title={say(text("Phone number", "Numéro de téléphone"))}
      lead={say(
        text("Others can pay you by a confirmed number.", "On peut vous payer avec un numéro confirmé."),
      )}
    >
      <div className="flex flex-col gap-4">
        {phone !== null && (
          <div className="flex flex-wrap items-start justify-between gap-3">
            <ContactState value={phone} since={phoneVerified} />
            <div className="flex gap-2">
              {!isChanging && (
                <Button kind="secondary" size="sm" onClick={() => setChanging(true)}>
                  {say(CHANGE)}
                </Button>
              )}
              <Button kind="quiet" size="sm" onClick={() => setRemoving(true)}>
                {say(text("Remove", "Supprimer"))}
              </Button>
            </div>
          </div>
        )}
        {phone !== null && phoneVerified === null && awaited === null && !isChanging && (
          <div className="flex flex-col gap-3">
            <Failure problem={request.error} />
            <div>
              <Button busy={request.isPending} onClick={() => request.mutate({})}>
                {say(text("Send a code by text message", "Envoyer un code par SMS"))}
              </Button>
            </div>
          </div>
        )}
        {(phone === null || isChanging) && awaited === null && (
          <NewPhone request={request} onCancel={isChanging ? () => setChanging(false) : undefined} />
        )}
        {awaited !== null && (
          <ConfirmPhone
            phone={awaited}
            onAgain={() => request.mutate(awaited === phone ? {} : { phone: awaited })}
            onDone={() => setAwaited(null)}
          />
        )}
      </div>
      <Confirm
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={say(text("Remove your phone number?", "Supprimer votre numéro ?"))}
        action={say(text("Remove", "Supprimer"))}
        kind="danger"
        onConfirm={() => remove.mutate(undefined)}
        busy={remove.isPending}
        problem={remove.error}
      >
        {say(text("Others can no longer pay you by it.", "On ne pourra plus vous payer avec ce numéro."))}
      </Confirm>
    </Card>
  );
}

interface NewPhoneProps {
  readonly request: {
    readonly mutate: (body: { readonly phone?: string }) => void;
    readonly isPending: boolean;
    readonly error: Parameters<typeof Failure>[0]["problem"];
  };
  readonly onCancel: (() => void) | undefined;
}

function NewPhone({ request, onCancel }: NewPhoneProps) {
  const say = useSay();
  const [phone, setPhone] = useDraft("new-phone", "");
  const problem = problemAt(request.error, "phone");
  return (
    <form
      className="flex max-w-sm flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        request.mutate({ phone });
      }}
    >
      <Failure problem={problem ? null : request.error} />
      <Input
        label={say(text("Phone number", "Numéro de téléphone"))}
        type="tel"
        value={phone}
        onChange={({ target }) => setPhone(target.value)}
        problem={problem}
        placeholder="+33 6 12 34 56 78"
        autoComplete="tel"
        maxLength={40}
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={request.isPending}>
          {say(text("Send a code by text message", "Envoyer un code par SMS"))}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            {say(CANCEL)}
          </Button>
        )}
      </div>
    </form>
  );
}

interface ConfirmPhoneProps {
  readonly phone: string;
  readonly onAgain: () => void;
  readonly onDone: () => void;
}

function ConfirmPhone({ phone, onAgain, onDone }: ConfirmPhoneProps) {
  const say = useSay();
  const confirm = useWrite({
    flow: "confirm-phone",
    run: (code: string) => dataOf(client.POST("/api/auth/verify-phone", { body: { code } })),
    changes: ME,
    onDone: () => {
      onDone();
      toast(say(text("Your phone number is confirmed", "Votre numéro est confirmé")));
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <CodeForm
        label={say(text("Code from the text message", "Code reçu par SMS"))}
        hint={say(text(`We sent it to ${phone}.`, `Nous l'avons envoyé au ${phone}.`))}
        action={say(CONFIRM)}
        busy={confirm.isPending}
        problem={confirm.error}
        onCode={confirm.mutate}
        onAgain={onAgain}
      />
      <div>
        <Button kind="quiet" size="sm" onClick={onDone}>
          {say(CANCEL)}
        </Button>
      </div>
    </div>
  );
}
