import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { text, useSay } from "../language.tsx";
import { PaymentFlow } from "../send/flow.tsx";
import { Page } from "../ui/surface.tsx";

/** Withdraws euros to a bank account. */

const route = getRouteApi("/withdraw");

export default function Withdraw() {
  const say = useSay();
  const { step, id } = route.useSearch();
  const navigate = useNavigate({ from: "/withdraw" });
  return (
    <Page title={say(text("Withdraw to your bank", "Retirer vers votre banque"))}>
      <PaymentFlow
        flow="withdraw"
        step={step}
        id={id}
        go={(next, { id: transaction, replace = false } = {}) =>
          navigate({ search: { step: next, ...(transaction && { id: transaction }) }, replace })
        }
      />
    </Page>
  );
}
