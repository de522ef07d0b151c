/** The library's types are of its main module; its half for browsers has the same functions. */
declare module "qrcode/lib/browser.js" {
  import QrCode from "qrcode";
  export default QrCode;
}
