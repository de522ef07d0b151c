import { startRegistration } from "@simplewebauthn/browser";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { type Text, text, useLanguage, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/choice.tsx";
import { Input } from "../ui/field.tsx";
import { ApiCall, Failure, Loaded, Row, Rows } from "../ui/list.tsx";
import { formatTime } from "../ui/money.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Card, Empty } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { passkeysQuery } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** The passkeys: add, rename, remove. The first one comes with recovery codes. */

const TITLE = text("Passkeys", "Clés d'accès");
const NAME = text("Name, such as the device", "Nom, par exemple l'appareil");
const MAX_NAME = 60;
const CHANGES = [["passkeys"], ["second-factor"]];

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

type Shown = { readonly action: "add" } | { readonly action: "rename" | "remove"; readonly passkey: Passkey };

export function Passkeys() {
  const say = useSay();
  const passkeys = useQuery(passkeysQuery);
  const [shown, setShown] = useState<Shown>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setShown(undefined);
  const add = (
    <Button size="sm" onClick={() => setShown({ action: "add" })}>
      <Plus className="size-4" aria-hidden />
      {say(text("Add a passkey", "Ajouter une clé d'accès"))}
    </Button>
  );
  return (
    <Card
      flush
      title={say(TITLE)}
      lead={say(
        text(
          "Sign in and confirm payments with your fingerprint, your face or a PIN. With a passkey, your password alone no longer signs you in.",
          "Connectez-vous et confirmez vos paiements avec votre empreinte, votre visage ou un code PIN. Avec une clé d'accès, votre mot de passe seul ne suffit plus.",
        ),
      )}
      actions={passkeys.data && passkeys.data.length > 0 ? add : undefined}
    >
      <Loaded query={passkeys}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={KeyRound} title={say(text("No passkey yet", "Aucune clé d'accès"))} action={add} />
          ) : (
            <Rows label={say(TITLE)}>
              {all.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onAction={setShown} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <div className="px-5 pb-3">
        <ApiCall method="GET" path="/api/auth/passkeys" />
      </div>
      {shown?.action === "add" && (
        <AddPasskey
          onClose={close}
          onAdded={(recoveryCodes) => {
            close();
            setCodes(recoveryCodes);
            toast(say(text("The passkey is added", "La clé d'accès est ajoutée")));
          }}
        />
      )}
      {shown?.action === "rename" && <RenamePasskey passkey={shown.passkey} onClose={close} />}
      {shown?.action === "remove" && <RemovePasskey passkey={shown.passkey} onClose={close} />}
      {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />}
    </Card>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onAction: (shown: Shown) => void;
}

function PasskeyRow({ passkey, onAction }: PasskeyRowProps) {
  const { say, language } = useLanguage();
  const { name, createdAt, lastUsedAt } = passkey;
  const added = text(
    `Added ${formatTime(createdAt, "en", "date")}`,
    `Ajoutée le ${formatTime(createdAt, "fr", "date")}`,
  );
  const used: Text =
    lastUsedAt === null
      ? text("not used yet", "pas encore utilisée")
      : text(`last used ${formatTime(lastUsedAt, "en")}`, `utilisée le ${formatTime(lastUsedAt, "fr")}`);
  return (
    <Row
      icon={
        <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken">
          <KeyRound className="size-4.5 text-soft" />
        </span>
      }
      title={name}
      detail={`${added.in(language)}, ${used.in(language)}`}
      actions={
        <>
          <Button
            kind="quiet"
            size="icon"
            aria-label={say(text(`Rename: ${name}`, `Renommer : ${name}`))}
            onClick={() => onAction({ action: "rename", passkey })}
          >
            <Pencil className="size-4" aria-hidden />
          </Button>
          <Button
            kind="quiet"
            size="icon"
            aria-label={say(text(`Remove: ${name}`, `Retirer : ${name}`))}
            onClick={() => onAction({ action: "remove", passkey })}
          >
            <Trash2 className="size-4" aria-hidden />
          </Button>
        </>
      }
    />
  );
}

/** Explains why the browser did not create a passkey. The server's errors are shown as they are. */
function reasonOf(error: Error, domain: string): Text | undefined {
  switch (error.name) {
    case "NotAllowedError":
    case "AbortError":
      return text(
        "No passkey was created. Try again when you are ready.",
        "Aucune clé d'accès n'a été créée. Réessayez quand vous voulez.",
      );
    case "InvalidStateError":
      return text(
        "This device already has a passkey for your account.",
        "Cet appareil a déjà une clé d'accès pour votre compte.",
      );
    case "SecurityError":
      return text(
        `Passkeys work only at ${domain}. Open this page there: a passkey belongs to a domain, not to an IP address.`,
        `Les clés d'accès ne fonctionnent qu'à l'adresse ${domain}. Ouvrez-y cette page : une clé d'accès appartient à un domaine, pas à une adresse IP.`,
      );
    default:
      return undefined;
  }
}

interface AddPasskeyProps {
  readonly onClose: () => void;
  readonly onAdded: (recoveryCodes: readonly string[] | undefined) => void;
}

function AddPasskey({ onClose, onAdded }: AddPasskeyProps) {
  const say = useSay();
  const add = useWrite({
    flow: "add-passkey",
    run: async (given: string) => {
      const { options } = await dataOf(client.POST("/api/auth/passkeys/options"));
      try {
        const response = await startRegistration({ optionsJSON: options as never });
        return await dataOf(
          client.POST("/api/auth/passkeys", { body: { name: given, response: response as never } }),
        );
      } catch (error) {
        const { rp } = options as { readonly rp?: { readonly id?: string } };
        const reason = reasonOf(error as Error, rp?.id ?? "localhost");
        throw reason ? new Error(say(reason)) : error;
      }
    },
    changes: CHANGES,
    onDone: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  return (
    <NameDialog
      title={text("Add a passkey", "Ajouter une clé d'accès")}
      action={text("Continue", "Continuer")}
      write={add}
      onClose={onClose}
    />
  );
}

interface PasskeyDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenamePasskey({ passkey, onClose }: PasskeyDialogProps) {
  const say = useSay();
  const rename = useWrite({
    flow: "rename-passkey",
    run: (name: string) =>
      dataOf(
        client.PATCH("/api/auth/passkeys/{id}", { params: { path: { id: passkey.id } }, body: { name } }),
      ),
    changes: CHANGES,
    onDone: () => {
      onClose();
      toast(say(text("The passkey is renamed", "La clé d'accès est renommée")));
    },
  });
  return (
    <NameDialog
      title={text("Rename the passkey", "Renommer la clé d'accès")}
      action={text("Save", "Enregistrer")}
      name={passkey.name}
      write={rename}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  readonly title: Text;
  readonly action: Text;
  readonly name?: string;
  readonly write: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly mutate: (name: string) => void;
  };
  readonly onClose: () => void;
}

/** Asks for the name of a passkey. */
function NameDialog({ title, action, name: before = "", write, onClose }: NameDialogProps) {
  const say = useSay();
  const [name, setName] = useState(before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    write.mutate(name);
  };
  return (
    <Dialog open onClose={onClose} title={say(title)}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Failure problem={write.error} />
        <Input
          label={say(NAME)}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={MAX_NAME}
          autoComplete="off"
          required
        />
        <Button type="submit" busy={write.isPending}>
          {say(action)}
        </Button>
      </form>
    </Dialog>
  );
}

function RemovePasskey({ passkey, onClose }: PasskeyDialogProps) {
  const say = useSay();
  const remove = useWrite({
    flow: "remove-passkey",
    run: (id: string) => dataOf(client.DELETE("/api/auth/passkeys/{id}", { params: { path: { id } } })),
    changes: CHANGES,
    onDone: () => {
      onClose();
      toast(say(text("The passkey is removed", "La clé d'accès est retirée")));
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={say(text(`Remove ${passkey.name}?`, `Retirer ${passkey.name} ?`))}
      action={say(text("Remove", "Retirer"))}
      kind="danger"
      onConfirm={() => remove.mutate(passkey.id)}
      busy={remove.isPending}
      problem={remove.error}
    >
      {say(
        text(
          "It no longer signs you in. Delete it on your device as well, so that it is no longer offered there.",
          "Elle ne permettra plus de vous connecter. Supprimez-la aussi sur votre appareil pour qu'elle n'y soit plus proposée.",
        ),
      )}
    </Confirm>
  );
}
