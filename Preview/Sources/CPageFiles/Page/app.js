// The start of the page: images or a scene.

import { api } from "./api.js";
import { BlurApp } from "./blur-app.js";
import { Page } from "./page.js";
import { SceneApp } from "./scene-app.js";

try {
  const description = await api.session();
  const app = description.report ? new SceneApp() : new BlurApp();
  // for measurements
  window.varblurPreview = app;
  app.start(description).catch((error) => app.report(error.message));
} catch (error) {
  new Page(null).report(error.message);
}
