import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { text, useSay } from "../language.tsx";
import { Segmented } from "../ui/choice.tsx";
import { Page } from "../ui/surface.tsx";
import { PayCode } from "./pay-code.tsx";
import { ShowCode } from "./show-code.tsx";

/** QR codes: to be paid, and to pay. */

const route = getRouteApi("/send/qr");

export default function QrCodes() {
  const say = useSay();
  const { pay, asset } = route.useSearch();
  const isPaying = pay !== undefined;
  const navigate = useNavigate({ from: "/send/qr" });
  return (
    <Page title={say(text("QR code", "Code QR"))}>
      <div className="max-w-xl">
        <Segmented
          label={say(text("What for", "Pour quoi"))}
          value={isPaying ? "pay" : "show"}
          options={[
            { value: "show", label: say(text("Be paid", "Être payé")) },
            { value: "pay", label: say(text("Pay a code", "Payer un code")) },
          ]}
          onChange={(next) => navigate({ search: next === "pay" ? { pay: "scan" } : {}, replace: true })}
        />
      </div>
      {isPaying ? <PayCode /> : <ShowCode asset={asset} />}
    </Page>
  );
}
