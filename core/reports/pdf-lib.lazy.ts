/** The library for PDF, with which most reports have nothing to do: loaded where one is made. */
export { PDFDocument, rgb, StandardFonts } from "@cantoo/pdf-lib";
