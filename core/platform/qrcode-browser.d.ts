/** The library has types only for its main module; its browser build has the same functions. */
declare module "qrcode/lib/browser.js" {
  import QrCode from "qrcode";
  export default QrCode;
}
