import { useInfiniteQuery } from "@tanstack/react-query";
import { Landmark, Pencil, Plus, Trash2, UserRound, Users } from "lucide-react";
import { type FormEvent, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/choice.tsx";
import { Input } from "../ui/field.tsx";
import { ApiCall, Failure, Loaded, problemAt, Row, Rows } from "../ui/list.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Card, Empty } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { formatIban } from "../wallets/detail.tsx";
import { NewRecipient } from "./new-recipient.tsx";
import { payeesQuery } from "./queries.ts";
import { type Payee, type Target, targetOf } from "./target.ts";

/** Whom to pay: one of the saved payees, or a new recipient. */

interface ChooserProps {
  /** Whether only bank accounts can be paid. */
  readonly onlyBanks?: boolean;
  readonly onChoose: (target: Target) => void;
}

/** From how many payees on a search is offered. */
const MANY = 6;

export function PayeeChooser({ onlyBanks = false, onChoose }: ChooserProps) {
  const say = useSay();
  const query = useInfiniteQuery(payeesQuery);
  const [sought, setSought] = useState("");
  const [isAdding, setAdding] = useState(false);
  const payees = (query.data?.pages.flatMap((page) => page.payees) ?? []).filter(
    ({ iban }) => !onlyBanks || iban !== null,
  );
  const found = payees.filter(({ name, iban }) =>
    `${name} ${iban ?? ""}`.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  const add = (
    <Button kind={payees.length === 0 ? "primary" : "secondary"} onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden />
      {onlyBanks
        ? say(text("New bank account", "Nouveau compte bancaire"))
        : say(text("New recipient", "Nouveau bénéficiaire"))}
    </Button>
  );
  return (
    <>
      <Card
        flush
        title={say(onlyBanks ? text("To which account?", "Vers quel compte ?") : text("To whom?", "À qui ?"))}
        actions={payees.length > 0 && add}
      >
        {payees.length > MANY && (
          <div className="px-5 pt-3 pb-2">
            <Input
              label={say(text("Search", "Rechercher"))}
              type="search"
              value={sought}
              onChange={({ target }) => setSought(target.value)}
            />
          </div>
        )}
        <Loaded query={query}>
          {() =>
            payees.length === 0 ? (
              <Empty
                icon={onlyBanks ? Landmark : Users}
                title={
                  onlyBanks
                    ? say(text("No bank account saved", "Aucun compte bancaire enregistré"))
                    : say(text("No recipient saved", "Aucun bénéficiaire enregistré"))
                }
                action={add}
              >
                {onlyBanks
                  ? say(
                      text("Euros arrive within one business day.", "Les euros arrivent sous un jour ouvré."),
                    )
                  : say(
                      text(
                        "Pay by email, phone number, account number or IBAN.",
                        "Payez par e-mail, numéro de téléphone, numéro de compte ou IBAN.",
                      ),
                    )}
              </Empty>
            ) : (
              <Rows label={say(text("Saved recipients", "Bénéficiaires enregistrés"))}>
                {found.map((payee) => (
                  <PayeeRow key={payee.id} payee={payee} onChoose={() => onChoose(targetOf(payee))} />
                ))}
              </Rows>
            )
          }
        </Loaded>
        {query.hasNextPage && (
          <div className="grid place-items-center p-3">
            <Button kind="quiet" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {say(text("Load more", "Afficher plus"))}
            </Button>
          </div>
        )}
      </Card>
      <ApiCall method="GET" path="/api/v1/mobile/payees" />
      <Dialog
        open={isAdding}
        onClose={() => setAdding(false)}
        title={
          onlyBanks
            ? say(text("New bank account", "Nouveau compte bancaire"))
            : say(text("New recipient", "Nouveau bénéficiaire"))
        }
      >
        <NewRecipient
          onlyBanks={onlyBanks}
          onChoose={(target) => {
            setAdding(false);
            onChoose(target);
          }}
        />
      </Dialog>
    </>
  );
}

interface PayeeRowProps {
  readonly payee: Payee;
  readonly onChoose: () => void;
}

function PayeeRow({ payee, onChoose }: PayeeRowProps) {
  const say = useSay();
  const [open, setOpen] = useState<"rename" | "delete">();
  const { name, iban } = payee;
  const Icon = iban === null ? UserRound : Landmark;
  const close = () => setOpen(undefined);
  return (
    <>
      <Row
        icon={
          <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft">
            <Icon className="size-4.5 text-accent" />
          </span>
        }
        title={name}
        detail={iban === null ? say(text("Account here", "Compte ici")) : formatIban(iban)}
        onPick={onChoose}
        actions={
          <div className="flex">
            <Button
              kind="quiet"
              size="icon"
              aria-label={say(text(`Rename ${name}`, `Renommer ${name}`))}
              onClick={() => setOpen("rename")}
            >
              <Pencil className="size-4" aria-hidden />
            </Button>
            <Button
              kind="quiet"
              size="icon"
              aria-label={say(text(`Delete ${name}`, `Supprimer ${name}`))}
              onClick={() => setOpen("delete")}
            >
              <Trash2 className="size-4" aria-hidden />
            </Button>
          </div>
        }
      />
      <Rename payee={payee} open={open === "rename"} onClose={close} />
      <Delete payee={payee} open={open === "delete"} onClose={close} />
    </>
  );
}

interface ChangeProps {
  readonly payee: Payee;
  readonly open: boolean;
  readonly onClose: () => void;
}

function Rename({ payee: { id, name: before, version }, open, onClose }: ChangeProps) {
  const say = useSay();
  const [name, setName] = useState(before);
  const rename = useWrite({
    flow: "rename-payee",
    run: (body: { readonly name: string; readonly version: number }) =>
      dataOf(client.PATCH("/api/v1/mobile/payees/{id}", { params: { path: { id } }, body })),
    changes: [["payees"]],
    onDone: () => {
      toast(say(text("The name is changed.", "Le nom est modifié.")));
      onClose();
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say(text("Rename the recipient", "Renommer le bénéficiaire"))}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          rename.mutate({ name, version });
        }}
      >
        {!problemAt(rename.error, "name") && <Failure problem={rename.error} />}
        <Input
          label={say(text("Name", "Nom"))}
          value={name}
          required
          maxLength={70}
          onChange={({ target }) => setName(target.value)}
          problem={problemAt(rename.error, "name")}
        />
        <Button type="submit" busy={rename.isPending}>
          {say(text("Save", "Enregistrer"))}
        </Button>
      </form>
    </Dialog>
  );
}

function Delete({ payee: { id, name }, open, onClose }: ChangeProps) {
  const say = useSay();
  const remove = useWrite({
    flow: "delete-payee",
    run: (body: { readonly id: string }) =>
      dataOf(client.DELETE("/api/v1/mobile/payees/{id}", { params: { path: body } })),
    changes: [["payees"]],
    onDone: () => {
      toast(say(text(`${name} is deleted.`, `${name} est supprimé.`)));
      onClose();
    },
  });
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={say(text(`Delete ${name}?`, `Supprimer ${name} ?`))}
      action={say(text("Delete", "Supprimer"))}
      kind="danger"
      onConfirm={() => remove.mutate({ id })}
      busy={remove.isPending}
      problem={remove.error}
    >
      {say(
        text(
          "Scheduled payments to this recipient continue. Cancel them separately.",
          "Les paiements programmés vers ce bénéficiaire continuent. Annulez-les séparément.",
        ),
      )}
    </Confirm>
  );
}
