import { type FormEvent, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/choice.tsx";
import { Input, Toggle } from "../ui/field.tsx";
import { ApiCall, Failure, problemAt } from "../ui/list.tsx";
import { type Target, targetOf } from "./target.ts";

/** A recipient for this payment, who can be saved for the next ones. */

const kinds = ["email", "phone", "account", "bank"] as const;
type Kind = (typeof kinds)[number];

const names = {
  email: text("Email", "E-mail"),
  phone: text("Phone", "Téléphone"),
  account: text("Account", "Compte"),
  bank: text("IBAN", "IBAN"),
};

const fields = {
  email: {
    label: text("Email address", "Adresse e-mail"),
    props: { type: "email", autoComplete: "off", placeholder: "ben@example.com" },
  },
  phone: {
    label: text("Phone number", "Numéro de téléphone"),
    props: { type: "tel", autoComplete: "off", placeholder: "+33 6 12 34 56 78" },
  },
  account: {
    label: text("Account number", "Numéro de compte"),
    props: { autoComplete: "off", spellCheck: false, placeholder: "wal_…" },
  },
  bank: {
    label: text("IBAN", "IBAN"),
    props: {
      autoComplete: "off",
      spellCheck: false,
      autoCapitalize: "characters",
      placeholder: "FR76 3000 6000 0112 3456 7890 189",
    },
  },
} as const;

/** The API's names of the fields. */
const apiFields = { email: "email", phone: "phone", account: "accountId", bank: "iban" } as const;

const toTarget = (kind: Kind, value: string, name: string): Target =>
  kind === "bank"
    ? { kind, iban: value.replace(/\s/g, "").toUpperCase(), name }
    : { kind, value: value.trim() };

interface NewRecipientProps {
  readonly onlyBanks: boolean;
  readonly onChoose: (target: Target) => void;
}

export function NewRecipient({ onlyBanks, onChoose }: NewRecipientProps) {
  const say = useSay();
  const [kind, setKind] = useState<Kind>(onlyBanks ? "bank" : "email");
  const [value, setValue] = useState("");
  const [name, setName] = useState("");
  const [isSaving, setSaving] = useState(onlyBanks);
  const body = { name, [apiFields[kind]]: kind === "bank" ? value : value.trim() };
  const add = useWrite({
    flow: "add-payee",
    run: (payee: typeof body, headers) =>
      dataOf(client.POST("/api/v1/mobile/payees", { body: payee, headers })),
    changes: [["payees"]],
    onDone: (payee) => onChoose(targetOf(payee)),
  });
  const { label, props } = fields[kind];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) add.mutate(body);
    else onChoose(toTarget(kind, value, name));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {!onlyBanks && (
        <Segmented
          label={say(text("Pay by", "Payer par"))}
          value={kind}
          options={kinds.map((one) => ({ value: one, label: say(names[one]) }))}
          onChange={(next) => {
            setKind(next);
            setValue("");
            add.reset();
          }}
        />
      )}
      {!add.error?.fields.length && <Failure problem={add.error} />}
      {(kind === "bank" || isSaving) && (
        <Input
          label={
            kind === "bank"
              ? say(text("Account holder", "Titulaire du compte"))
              : say(text("Name in your list", "Nom dans votre liste"))
          }
          value={name}
          required
          maxLength={70}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          problem={problemAt(add.error, "name")}
        />
      )}
      <Input
        key={kind}
        label={say(label)}
        value={value}
        required
        maxLength={100}
        onChange={({ target }) => setValue(target.value)}
        problem={problemAt(add.error, apiFields[kind])}
        {...props}
      />
      <Toggle
        label={say(text("Save for next time", "Enregistrer pour la prochaine fois"))}
        checked={isSaving}
        onChange={({ target }) => setSaving(target.checked)}
      />
      <Button type="submit" busy={add.isPending}>
        {say(text("Continue", "Continuer"))}
      </Button>
      {isSaving && <ApiCall method="POST" path="/api/v1/mobile/payees" body={body} />}
    </form>
  );
}
