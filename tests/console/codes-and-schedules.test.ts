import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { press } from "./people.ts";
import { logins, widths, withConsole } from "./support.ts";

/** QR codes and scheduled payments. */

const { as } = withConsole();

interface Scheduled {
  readonly scheduledPayments: readonly {
    readonly status: string;
    readonly amount: number;
    readonly frequency: string;
  }[];
}
interface History {
  readonly transactions: readonly { readonly amount: number; readonly direction: string }[];
}

describe.each(widths)("a person at %i px", (width) => {
  it("shows a code, which another person pays from its picture", async () => {
    const marc = await as(logins.marc, { width });
    await marc.open("/send/qr");
    await marc.page.getByLabel("Amount (optional)").fill("7.25");
    await marc.page.getByLabel("Message (optional)").fill(`Coffee ${width}`);
    await press(marc.page, "Show the code");
    const picture = marc.page.getByRole("img", { name: "QR code to pay you" });
    const data = (await picture.getAttribute("src")) ?? "";
    await marc.shoot("qr-show");
    const file = `dist/console/qr-${width}.png`;
    writeFileSync(file, Buffer.from(data.split(",")[1] ?? "", "base64"));

    const dana = await as(logins.dana, { width });
    await dana.open("/send/qr");
    await dana.page.getByLabel("Pay a code").check();
    await dana.shoot("qr-pay");
    await dana.page.getByLabel("Choose a picture").setInputFiles(file);
    await dana.page.getByText(`Coffee ${width}`).waitFor();
    await dana.page.getByText("Marc").first().waitFor();
    await dana.shoot("qr-review");
    await press(dana.page, "Pay €7.25");
    await dana.page.getByRole("heading", { name: "Paid" }).waitFor();
    await dana.shoot("qr-receipt");
    const { transactions } = await dana.api<History>(
      "GET",
      `/api/v1/mobile/wallet/transactions?q=${encodeURIComponent(`Coffee ${width}`)}`,
    );
    expect(transactions).toMatchObject([{ amount: 7.25, direction: "out" }]);
  });

  it("reads a code from the content, chooses an open amount, and sees why a used code is refused", async () => {
    const marc = await as(logins.marc, { width });
    const { payload } = await marc.api<{ payload: string }>("POST", "/api/v1/mobile/payments/qr/generate", {
      currency: "EUR",
    });
    const { page, open } = await as(logins.dana, { width });
    await open("/send/qr?pay=scan");
    await page.getByLabel("Or paste the content of a code").fill(payload);
    await press(page, "Continue");
    await page.getByLabel("Amount").fill("2");
    await press(page, "Pay €2.00");
    await page.getByRole("heading", { name: "Paid" }).waitFor();
    await press(page, "Another code");
    await page.getByLabel("Or paste the content of a code").fill(payload);
    await press(page, "Continue");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toMatch(/already/i);
  });

  it("schedules a payment, sees it among the next ones, and cancels it", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/send/scheduled");
    await page.getByRole("link", { name: "Schedule a payment" }).click();
    await page.getByLabel("Recipient's email address").fill(logins.ugo.email);
    await page.getByLabel("Amount").fill("40");
    await page.getByLabel("Message (optional)").fill("Pocket money");
    await shoot("scheduled-form");
    await press(page, "Continue");
    await page.getByText("Every month").first().waitFor();
    await shoot("scheduled-review");
    await press(page, "Schedule");
    await page
      .getByRole("link", { name: /ugo@svc.local/ })
      .first()
      .waitFor();
    await shoot("scheduled");
    const path = "/api/v1/mobile/payments/scheduled";
    const [created] = (await api<Scheduled>("GET", path)).scheduledPayments;
    expect(created).toMatchObject({ status: "active", amount: 40, frequency: "monthly" });

    await open("/");
    await page.getByRole("heading", { name: "Upcoming payments" }).waitFor();
    await page
      .getByRole("link", { name: /ugo@svc.local/ })
      .first()
      .click();
    await press(page, "Cancel the payment");
    await shoot("scheduled-cancel");
    await page
      .getByRole("dialog", { name: "Cancel this payment?" })
      .getByRole("button", { name: "Cancel the payment" })
      .click();
    await page.getByText("The remaining payments are canceled.").first().waitFor();
    expect((await api<Scheduled>("GET", path)).scheduledPayments[0]).toMatchObject({ status: "canceled" });
  });
});
