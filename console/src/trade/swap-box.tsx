import { useDraft } from "../api/idempotency.ts";
import { text, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Receipt } from "../ui/receipt.tsx";
import { Alert } from "../ui/surface.tsx";
import { SwapFacts } from "./own-trades.tsx";
import { NO_SWAP, type SwapDraft } from "./swap.ts";
import { SwapForm } from "./swap-form.tsx";
import { SwapReview } from "./swap-review.tsx";

/**
 * The swap: entry, review, receipt. The step is in the address, so that the back button goes back by one; the entries are
 * a draft of this tab, which survives a reload and another sign-in.
 */

interface SwapBoxProps {
  readonly from: string;
  readonly to: string;
  readonly symbols: readonly string[];
  readonly step: string | undefined;
  /** The receipt's swap. */
  readonly id: string | undefined;
  readonly onPair: (from: string, to: string) => void;
  readonly go: (
    step: "review" | "done" | undefined,
    options?: { readonly id?: string; readonly replace?: boolean },
  ) => void;
}

export function SwapBox({ from, to, symbols, step, id, onPair, go }: SwapBoxProps) {
  const say = useSay();
  const [draft, setDraft, clear] = useDraft<SwapDraft>("swap", NO_SWAP);
  const change = (part: Partial<SwapDraft>) => setDraft({ ...draft, ...part });
  if (step === "done" && id !== undefined)
    return (
      <Receipt
        title={say(text("Swap completed", "Échange effectué"))}
        actions={
          <>
            <Button kind="secondary" onClick={() => go(undefined)}>
              {say(text("Swap again", "Nouvel échange"))}
            </Button>
            <LinkButton to="/wallets">{say(text("See your wallets", "Voir vos portefeuilles"))}</LinkButton>
          </>
        }
      >
        <SwapFacts id={id} />
      </Receipt>
    );
  if (step === "review" && draft.quote)
    return (
      <SwapReview
        draft={draft}
        onChange={change}
        onBack={() => go(undefined)}
        onDone={(swapId) => {
          clear();
          go("done", { id: swapId, replace: true });
        }}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      {draft.sent && (
        <Alert
          tone="warn"
          title={say(text("A swap has no answer yet", "Un échange est encore sans réponse"))}
          action={
            <Button size="sm" kind="secondary" onClick={() => go("review")}>
              {say(text("Check it", "Le vérifier"))}
            </Button>
          }
        />
      )}
      <SwapForm
        {...{ from, to, symbols, draft, onPair }}
        onChange={change}
        onReview={(quote) => {
          // A request without an answer is settled first.
          if (!draft.sent) change({ quote });
          go("review");
        }}
      />
    </div>
  );
}
