import { type FormEvent, useState } from "react";
import { client, dataOf, type paths, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { Failure, problemAt } from "../ui/list.tsx";
import { toast } from "../ui/toasts.tsx";

type Change = paths["/api/v1/mobile/user/profile"]["patch"]["requestBody"]["content"]["application/json"];

/** The owner's data. A concurrent change elsewhere rejects this one, so that neither is lost. */
export function Profile({ profile }: { readonly profile: Schemas["Profile"] }) {
  const say = useSay();
  const [draft, setDraft] = useState<Change>({});
  const save = useWrite({
    flow: "profile",
    run: (body: Change) => dataOf(client.PATCH("/api/v1/mobile/user/profile", { body })),
    changes: [["profile"], ["session"]],
    onDone: () => toast(say(text("Your profile is saved", "Votre profil est enregistré"))),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...draft, version: profile.version });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Failure problem={save.error && (save.error.fields.length === 0 ? save.error : null)} />
      <Input
        label={say(text("First name", "Prénom"))}
        value={draft.firstName ?? profile.firstName}
        onChange={({ target }) => setDraft({ ...draft, firstName: target.value })}
        problem={problemAt(save.error, "firstName")}
        autoComplete="given-name"
        required
      />
      <Input
        label={say(text("Last name", "Nom"))}
        value={draft.lastName ?? profile.lastName}
        onChange={({ target }) => setDraft({ ...draft, lastName: target.value })}
        problem={problemAt(save.error, "lastName")}
        autoComplete="family-name"
        required
      />
      <Input
        label={say(text("Date of birth", "Date de naissance"))}
        type="date"
        value={draft.dateOfBirth ?? profile.dateOfBirth ?? ""}
        onChange={({ target }) =>
          setDraft({ ...draft, dateOfBirth: target.value === "" ? null : target.value })
        }
        problem={problemAt(save.error, "dateOfBirth")}
        autoComplete="bday"
      />
      <Input label={say(text("Email", "E-mail"))} value={profile.email} disabled />
      <div>
        <Button
          type="submit"
          kind="secondary"
          busy={save.isPending}
          disabled={Object.keys(draft).length === 0}
        >
          {say(text("Save", "Enregistrer"))}
        </Button>
      </div>
    </form>
  );
}
