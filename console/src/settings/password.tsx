import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox, Input } from "../ui/field.tsx";
import { Failure, problemAt } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { linkedQuery, secondFactorQuery } from "./queries.ts";

/** The change of the password. A password is never stored in the tab, so a reload empties the form. */

interface Change {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly unlinkAccounts: boolean;
}

const EMPTY: Change = { currentPassword: "", newPassword: "", unlinkAccounts: false };

export function Password() {
  const say = useSay();
  const { data: secondFactor } = useQuery(secondFactorQuery);
  return (
    <Card
      title={say(text("Password", "Mot de passe"))}
      lead={say(
        text(
          "A change ends all other sessions and all API keys.",
          "Le changer met fin à toutes les autres sessions et à toutes les clés d'API.",
        ),
      )}
    >
      {secondFactor?.hasPassword === false ? (
        <p className="text-sm">
          {say(text("You sign in without a password. ", "Vous vous connectez sans mot de passe. "))}
          <ResetLink name={text("Set one by email", "En définir un par e-mail")} />
        </p>
      ) : (
        <PasswordForm />
      )}
    </Card>
  );
}

const ResetLink = ({ name }: { readonly name: ReturnType<typeof text> }) => {
  const say = useSay();
  return (
    <a href="/auth/forgot-password" className="text-accent underline">
      {say(name)}
    </a>
  );
};

function PasswordForm() {
  const say = useSay();
  const { data: linked = [] } = useQuery(linkedQuery);
  const [form, setForm] = useState(EMPTY);
  const save = useWrite({
    flow: "change-password",
    // The form is no argument of the write, because its key is stored in the tab under the arguments.
    run: () => dataOf(client.POST("/api/auth/change-password", { body: form })),
    changes: [["sessions"], ["linked-accounts"], ["session"]],
    onDone: () => {
      setForm(EMPTY);
      toast(say(text("Your password is changed", "Votre mot de passe est modifié")));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const problem = save.error;
  const messageOf = (field: keyof Change, code: string) =>
    problem?.code === code ? problem.message : problemAt(problem, field);
  const atNew = messageOf("newPassword", "AUTH_WEAK_PASSWORD");
  const atCurrent = messageOf("currentPassword", "AUTH_WRONG_PASSWORD");
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-4">
      <Failure problem={atNew || atCurrent ? null : problem} />
      <Input
        label={say(text("Current password", "Mot de passe actuel"))}
        aside={
          <span className="text-sm">
            <ResetLink name={text("Forgotten?", "Oublié ?")} />
          </span>
        }
        type="password"
        value={form.currentPassword}
        onChange={({ target }) => setForm({ ...form, currentPassword: target.value })}
        problem={atCurrent}
        autoComplete="current-password"
        required
      />
      <Input
        label={say(text("New password", "Nouveau mot de passe"))}
        type="password"
        value={form.newPassword}
        onChange={({ target }) => setForm({ ...form, newPassword: target.value })}
        problem={atNew}
        hint={say(
          text(
            "At least 8 characters with an uppercase letter, a digit and a special character",
            "Au moins 8 caractères, dont une majuscule, un chiffre et un caractère spécial",
          ),
        )}
        autoComplete="new-password"
        required
      />
      {linked.length > 0 && (
        <Checkbox
          label={say(text("Also unlink all linked accounts", "Délier aussi tous les comptes liés"))}
          checked={form.unlinkAccounts}
          onChange={({ target }) => setForm({ ...form, unlinkAccounts: target.checked })}
        />
      )}
      <div>
        <Button type="submit" busy={save.isPending}>
          {say(text("Change the password", "Changer le mot de passe"))}
        </Button>
      </div>
    </form>
  );
}
