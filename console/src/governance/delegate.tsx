import { client, dataOf } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useReview } from "../api/review.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { fact } from "../ui/list.tsx";
import { Time } from "../ui/money.tsx";
import { ReviewDialog } from "../ui/review.tsx";
import { Address } from "./names.tsx";

/** Delegates the user's votes to another account. */

const PATH = "/api/defi/governance/delegation" as const;

interface DelegateDialogProps {
  /** The account of a row; empty to enter one. */
  readonly given: string;
  readonly onClose: () => void;
}

export function DelegateDialog({ given, onClose }: DelegateDialogProps) {
  const say = useSay();
  const [address, setAddress, clear] = useDraft(`delegate.${given}`, given);
  const flow = useReview({
    flow: "delegate",
    run: (body: { readonly delegatee: string }, headers) => dataOf(client.PUT(PATH, { headers, body })),
    changes: [["governance"]],
    onDone: clear,
  });
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(text("Delegate your votes", "Déléguer vos votes"))}
      form={
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            flow.review({ delegatee: address.trim() });
          }}
        >
          <Input
            label={say(text("Address", "Adresse"))}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            placeholder="0x"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            hint={say(
              text(
                "Your delegate finds it under Governance, Delegates.",
                "Votre délégué la trouve sous Gouvernance, Délégués.",
              ),
            )}
          />
          <Button type="submit" disabled={address.trim() === ""}>
            {say(text("Review", "Vérifier"))}
          </Button>
        </form>
      }
      review={({ delegatee }) => ({
        facts: [
          fact(say(text("Your votes go to", "Vos votes vont à")), <Address address={delegatee} canCopy />),
          fact(
            say(text("Your tokens", "Vos jetons")),
            say(text("Stay in your wallet", "Restent dans votre portefeuille")),
          ),
          fact(
            say(text("Applies to", "S'applique aux")),
            say(text("Votes that start from now on", "Votes qui commencent désormais")),
          ),
        ],
        note: (
          <p className="text-sm text-soft">
            {say(
              text(
                "The extra votes of locked stakes are not delegated.",
                "Les votes supplémentaires des mises bloquées ne sont pas délégués.",
              ),
            )}
          </p>
        ),
      })}
      action={() => say(text("Delegate", "Déléguer"))}
      call={(body) => ({ method: "PUT", path: PATH, body })}
      receipt={({ delegatedTo, since }) => ({
        title: say(text("Your votes are delegated", "Vos votes sont délégués")),
        facts: [
          delegatedTo !== null && fact(say(text("Delegate", "Délégué")), <Address address={delegatedTo} />),
          since !== null && fact(say(text("Since", "Depuis")), <Time iso={since} />),
        ],
      })}
    />
  );
}
