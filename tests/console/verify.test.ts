import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import * as Pictures from "../support/pictures.ts";
import { press, register } from "./people.ts";
import { logins, widths, withConsole } from "./support.ts";

/** The verification of identity. */

const { as, platform } = withConsole();

/** Gives the browser a camera that shows a drawing. */
const addCamera = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement("canvas");
      canvas.width = 640;
      canvas.height = 480;
      const context = canvas.getContext("2d");
      setInterval(() => {
        if (!context) return;
        context.fillStyle = "#7a8ca8";
        context.fillRect(0, 0, 640, 480);
        context.fillStyle = "#f2d5b8";
        context.beginPath();
        context.ellipse(320, 240, 110, 150, 0, 0, Math.PI * 2);
        context.fill();
      }, 50);
      return canvas.captureStream();
    };
  });

async function send(page: Page, field: string): Promise<void> {
  const file = { name: "scan.jpg", mimeType: "image/jpeg", buffer: Pictures.jpeg() };
  await page.getByLabel(`Choose a file: ${field}`).setInputFiles(file);
  await page.getByRole("img", { name: field }).waitFor();
  await press(page, "Send");
}

interface Identity {
  readonly status: string;
  readonly level: number;
  readonly levels: readonly { readonly level: number; readonly perDay: number }[];
  readonly documents: readonly { readonly status: string; readonly documentType: string }[];
}

describe.each(widths)("a person at %i px", (width) => {
  it("sends both sides of an identity card and a selfie, replaces what was rejected with its reason, and is verified", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await addCamera(page);
    await open("/verify");
    const identity = () => api<Identity>("GET", "/api/v1/mobile/identity/status");
    const { levels } = await identity();
    for (const { perDay } of levels)
      await page
        .getByText(`€${perDay.toLocaleString("en")}`, { exact: true })
        .first()
        .waitFor();
    await page.getByRole("radio", { name: "Identity card" }).check();
    await send(page, "Identity card, front");
    await send(page, "Identity card, back");
    await press(page, "Take a photo");
    await page.getByRole("dialog", { name: "Photo of your face" }).waitFor();
    await press(page, "Take the photo");
    await page.getByRole("img", { name: "Photo of your face" }).waitFor();
    await shoot("verify-selfie");
    await press(page, "Send");
    const review = page.getByRole("button", { name: "Send for review" });
    await platform.drain();
    await expect.poll(() => review.isEnabled(), { timeout: 15_000 }).toBe(true);
    await review.click();
    await page.getByText("We are reviewing your documents.", { exact: false }).waitFor();
    await shoot("verify-in-review");

    const staff = await as(logins.ada);
    const { id } = await api<{ id: string }>("GET", "/api/v1/mobile/user/profile");
    const decided = await staff.api("POST", `/api/admin/kyc/${id}/decision`, {
      decision: "reject",
      reasons: [{ code: "document_unreadable", documentType: "national_id", side: "back" }],
    });
    expect(decided).toMatchObject({ status: "REJECTED" });
    // Each route of identity allows ten requests a minute.
    await platform.advance(60);
    await open("/verify");
    await page.getByText("It cannot be read. Take a sharp photo without reflections.").waitFor();
    await shoot("verify-rejected");
    await press(page, "Replace: Identity card, back");
    await send(page, "Identity card, back");
    await platform.drain();
    await expect.poll(() => review.isEnabled(), { timeout: 15_000 }).toBe(true);
    await review.click();
    await page.getByText("We are reviewing your documents.", { exact: false }).waitFor();
    expect((await identity()).status).toBe("IN_REVIEW");
    await staff.api("POST", `/api/admin/kyc/${id}/decision`, { decision: "approve" });
    await open("/verify");
    await page.getByText("Verified", { exact: true }).waitFor();
    await page.getByText("Level 1").first().waitFor();
    expect(await identity()).toMatchObject({ status: "VALIDATED", level: 1 });
    await page.getByRole("button", { name: "Add a proof of address" }).waitFor();
    await shoot("verify-done");
  });

  it("reads why a file is not accepted", async () => {
    const person = await register(platform);
    const { page, open } = await as(person, { width });
    await open("/verify");
    await page.getByRole("radio", { name: "Passport" }).check();
    await page
      .getByLabel("Choose a file: Passport")
      .setInputFiles({ name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("hello") });
    await page.getByText("letter.pdf").waitFor();
    await press(page, "Send");
    await page.getByRole("alert").waitFor();
  });
});
