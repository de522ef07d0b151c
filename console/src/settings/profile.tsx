import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { client, dataOf, type paths, type Schemas } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { profileQuery, useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { ApiCall, Failure, problemAt } from "../ui/list.tsx";
import { Alert } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { type Draft as AddressDraft, AddressFields, addressOf } from "./address-fields.tsx";

type Saved = Schemas["Profile"];
type Change = paths["/api/v1/mobile/user/profile"]["patch"]["requestBody"]["content"]["application/json"];

const PATH = "/api/v1/mobile/user/profile";

interface Draft {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly dateOfBirth?: string;
  readonly address?: AddressDraft;
}

const UNTOUCHED: Draft = {};

/** Returns only what the user changed, so that a change of another field elsewhere stays. */
function changeOf({ address, dateOfBirth, ...names }: Draft, saved: Saved): Change {
  return {
    ...names,
    ...(dateOfBirth !== undefined && { dateOfBirth: dateOfBirth === "" ? null : dateOfBirth }),
    ...(address && { address: addressOf({ ...saved.address, ...address }) }),
    version: saved.version,
  };
}

/** The owner's data. After a concurrent change elsewhere the form shows the new values and keeps what was typed. */
export function Profile({ profile }: { readonly profile: Saved }) {
  const say = useSay();
  const queries = useQueryClient();
  const [draft, setDraft, clear] = useDraft<Draft>("profile", UNTOUCHED);
  // What the form showed before a concurrent change.
  const [before, setBefore] = useState<Saved>();
  const save = useWrite({
    flow: "profile",
    run: (body: Change) => dataOf(client.PATCH(PATH, { body })),
    changes: [["profile"], ["session"]],
    onDone: () => {
      clear();
      setBefore(undefined);
      toast(say(text("Your profile is saved", "Votre profil est enregistré")));
    },
  });
  const isConflict = save.error?.code === "VERSION_CONFLICT";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(changeOf(draft, profile), {
      onError: ({ code }) => {
        if (code !== "VERSION_CONFLICT") return;
        setBefore(profile);
        queries.invalidateQueries(profileQuery);
      },
    });
  };
  const isTouched = Object.keys(draft).length > 0;
  /** Shows what another device saved in a field that the user is changing. */
  const elsewhere = (field: "firstName" | "lastName" | "dateOfBirth") =>
    before && draft[field] !== undefined && before[field] !== profile[field]
      ? say(text(`Saved elsewhere: ${profile[field]}`, `Enregistré ailleurs : ${profile[field]}`))
      : undefined;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {isConflict ? (
        <Alert
          tone="warn"
          title={say(
            text(
              "Your profile was changed on another device",
              "Votre profil a été modifié sur un autre appareil",
            ),
          )}
        >
          {say(
            text(
              "The form shows what is saved now, with your changes. Check it, then save again.",
              "Le formulaire montre ce qui est enregistré, avec vos modifications. Vérifiez, puis enregistrez à nouveau.",
            ),
          )}
        </Alert>
      ) : (
        <Failure problem={save.error?.fields.length === 0 ? save.error : null} />
      )}
      <fieldset disabled={save.isPending} className="flex min-w-0 flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label={say(text("First name", "Prénom"))}
            value={draft.firstName ?? profile.firstName}
            onChange={({ target }) => setDraft({ ...draft, firstName: target.value })}
            problem={problemAt(save.error, "firstName")}
            hint={elsewhere("firstName")}
            autoComplete="given-name"
            maxLength={50}
            required
          />
          <Input
            label={say(text("Last name", "Nom"))}
            value={draft.lastName ?? profile.lastName}
            onChange={({ target }) => setDraft({ ...draft, lastName: target.value })}
            problem={problemAt(save.error, "lastName")}
            hint={elsewhere("lastName")}
            autoComplete="family-name"
            maxLength={49}
            required
          />
          <Input
            label={say(text("Date of birth", "Date de naissance"))}
            type="date"
            value={draft.dateOfBirth ?? profile.dateOfBirth ?? ""}
            onChange={({ target }) => setDraft({ ...draft, dateOfBirth: target.value })}
            problem={problemAt(save.error, "dateOfBirth")}
            hint={elsewhere("dateOfBirth")}
            autoComplete="bday"
          />
        </div>
        <AddressFields
          address={{ ...profile.address, ...draft.address }}
          onChange={(part) => setDraft({ ...draft, address: { ...draft.address, ...part } })}
          problem={save.error}
        />
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending} disabled={!isTouched}>
          {say(text("Save", "Enregistrer"))}
        </Button>
        {isTouched && (
          <Button
            kind="quiet"
            onClick={() => {
              clear();
              setBefore(undefined);
              save.reset();
            }}
          >
            {say(text("Discard changes", "Annuler les modifications"))}
          </Button>
        )}
      </div>
      <ApiCall method="PATCH" path={PATH} body={changeOf(draft, profile)} />
    </form>
  );
}
