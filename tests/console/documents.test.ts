import { describe, expect, it } from "vitest";
import { logins, widths, withConsole } from "./support.ts";

const { as, platform } = withConsole();

describe.each(widths)("a person's documents at %i px", (width) => {
  it("are ordered, followed, downloaded and shared", async () => {
    const { page, open, shoot } = await as(logins.dana, { width });
    await open("/documents");
    await page.getByRole("button", { name: "New document" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New document" });
    await dialog.getByLabel("Format").selectOption("csv");
    await dialog.getByRole("button", { name: "Order" }).click();
    const drawer = page.getByRole("dialog", { name: "Statement" });
    await drawer.waitFor();
    await platform.drain();
    const link = drawer.getByRole("link", { name: /Download/ });
    await link.waitFor();
    const download = page.waitForEvent("download");
    await link.click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await shoot("document");
    await drawer.getByLabel("Share by email").fill("ugo@svc.local");
    await drawer.getByRole("button", { name: "Share", exact: true }).click();
    await drawer.getByRole("button", { name: "Stop sharing" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("list", { name: "Documents" }).getByText("Statement").first().waitFor();
    await shoot("documents");
  });

  it("that others share are listed apart", async () => {
    const { page, open } = await as(logins.ugo, { width });
    await open("/documents");
    await page.getByText("Statement from Dana").first().waitFor();
  });
});
