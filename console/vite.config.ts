import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** `npm run console`: the development server. It passes everything else to the platform of `npm start`. */

const PLATFORM = process.env["PUBLIC_URL"] ?? "http://localhost:3000";

export default defineConfig({
  root: import.meta.dirname,
  base: "/app/",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // tests/console/size.test.ts reads which file imports which.
    manifest: true,
    target: "es2023",
    // The content security policy allows no inline scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ["/api", "/auth", "/assets", "/docs", "/markets", "/language", "/ws"].map((path) => [
        path,
        { target: PLATFORM, ws: path === "/ws" },
      ]),
    ),
  },
});
