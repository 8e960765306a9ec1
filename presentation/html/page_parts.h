// Style and script of a deck's page.
#pragma once

#include <string_view>

namespace warpscope::presentation {

inline constexpr std::string_view kLightColors =
    "color-scheme:light;--ground:#fdfdfd;--raised:#f0f2f4;--line:#d0d5db;--text:#1e2329;"
    "--muted:#5f6873;--link:#1b5faa;--keyword:#6a3fb0;--type:#0e7468;--number:#8a5a12;"
    "--string:#3e7321;--comment:#76808c;--preprocessor:#97386b;";
inline constexpr std::string_view kDarkColors =
    "color-scheme:dark;--ground:#1a1d23;--raised:#24282f;--line:#30353e;--text:#dde1e7;"
    "--muted:#949ca8;--link:#8db9f5;--keyword:#b9a3e3;--type:#7fc8be;--number:#d8b98a;"
    "--string:#a9c98c;--comment:#79828f;--preprocessor:#c79ab3;";

/// A slide is a box of 1280 x 720 whatever shows it; the script scales the box. Within it, where
/// they would not fit, figures become smaller; a tall one stands beside the text; at last all text
/// becomes smaller. Code with long lines does so in any case.
inline constexpr std::string_view kStyle = R"(
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:24px/1.4 Inter,system-ui,sans-serif}
.slide{position:relative;width:1280px;min-height:720px;padding:44px 72px 52px}
.body{max-width:1136px;position:relative}
.beside>:not(figure):not(h1):not(h2){width:46%}
.beside>figure{position:absolute;right:0;top:3.2em;width:52%;margin:0}
h1,h2{font-size:1.6em;line-height:1.2;margin:0 0 .6em}
h3{font-size:1.2em;margin:.8em 0 .4em}
p,ul,ol,table,pre,figure,blockquote{margin:.55em 0}
li{margin:.15em 0}
a{color:var(--link)}
code,pre,text.code{font-family:"JetBrains Mono",ui-monospace,monospace;font-variant-ligatures:none}
code{font-size:.9em;background:var(--raised);border-radius:.2em;padding:0 .15em}
pre{background:var(--raised);border-radius:6px;padding:.6em .8em;font-size:.82em;line-height:1.35;overflow:hidden}
pre code{font-size:1em;padding:0}
.keyword{color:var(--keyword)}.type{color:var(--type)}.number{color:var(--number)}
.string{color:var(--string)}.comment{color:var(--comment)}.preprocessor{color:var(--preprocessor)}
table{border-collapse:collapse;font-size:.85em}
th,td{border-bottom:1px solid var(--line);padding:.2em .7em;text-align:left}
th{background:var(--raised)}
.right{text-align:right}.center{text-align:center}
blockquote{border-left:3px solid var(--line);padding-left:1em;margin-left:0}
figure svg{display:block;width:calc(47.3em*var(--figure,1));max-width:100%}
figcaption{color:var(--muted);font-size:.75em;margin-top:.2em}
footer{position:absolute;right:28px;bottom:16px;color:var(--muted);font-size:16px}
aside{display:none;width:1280px;padding:16px 72px;background:var(--raised);font-size:19px}
.notes aside{display:block}
@media screen{
  .scripted section{display:none;overflow:hidden auto;position:fixed;inset:0}
  .scripted section.now{display:block}
  .scripted .slide{height:720px}
  .scripted .slide,.scripted aside{transform-origin:0 0;transform:translateX(var(--left,0)) scale(var(--scale,1))}
  .scripted .slide{margin-bottom:calc(720px*(var(--scale,1) - 1))}
  .scripted.overview section{display:block;position:relative;inset:auto;float:left;width:320px;height:180px;overflow:hidden;
    margin:8px;border:1px solid var(--line);cursor:pointer}
  .scripted.overview section.now{outline:3px solid var(--link)}
  .scripted.overview .slide{transform:scale(.25)}
  .scripted.overview aside{display:none}
}
@media print{
  @page{size:1280px 720px;margin:0}
  body:not(.notes) .slide{height:720px;overflow:hidden}
  section{break-after:page;break-inside:avoid}
  section:last-child{break-after:auto}
  body{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
)";

inline constexpr std::string_view kScript = R"('use strict';
const slides = [...document.querySelectorAll('section')];
const body = document.body;
let now = 0;
function show(index) {
  now = Math.max(0, Math.min(index, slides.length - 1));
  slides.forEach((slide, i) => slide.classList.toggle('now', i === now));
  if (slides.length) history.replaceState(null, '', '#' + slides[now].id);
}
function turnToAnchor() {
  const wanted = slides.findIndex(slide => '#' + slide.id === decodeURIComponent(location.hash));
  show(wanted < 0 ? now : wanted);
}
function fit() {
  const room = body.classList.contains('notes') ? 0.75 : 1;
  const scale = Math.min(innerWidth / 1280, innerHeight * room / 720);
  body.style.setProperty('--scale', scale);
  body.style.setProperty('--left', Math.max(0, (innerWidth - 1280 * scale) / 2) + 'px');
}
function shrinkCode(text) {
  for (const code of text.querySelectorAll('pre')) {
    code.style.fontSize = '';
    for (let size = 0.8; size > 0.5 && code.scrollWidth > code.clientWidth; size -= 0.04) code.style.fontSize = size + 'em';
  }
}
function fits(text) {
  const figures = [...text.querySelectorAll('figure')];
  return text.offsetHeight <= 624 && figures.every(it => it.offsetTop + it.offsetHeight <= 632);
}
function tryToFit(text, sizes, figures) {
  for (let size = sizes[0]; size >= sizes[1]; --size) {
    text.style.fontSize = size + 'px';
    shrinkCode(text);
    for (const figure of figures) {
      text.style.setProperty('--figure', figure);
      if (fits(text)) return true;
    }
  }
  return false;
}
function fitSlide(text) {
  const figures = text.querySelectorAll('figure').length;
  if (tryToFit(text, [24, 20], figures ? [1, 0.9, 0.8, 0.7] : [1])) return;
  text.classList.toggle('beside', figures === 1);
  if (figures === 1 && tryToFit(text, [24, 15], [1])) return;
  text.classList.remove('beside');
  tryToFit(text, [24, 12], figures ? [1, 0.8, 0.6, 0.5] : [1]);
}
function fitSlides() {
  body.classList.add('overview');  // where every slide has a size
  for (const text of document.querySelectorAll('.body')) {
    fitSlide(text);
  }
  body.classList.remove('overview');
}
function otherTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark'
                                    : matchMedia('(prefers-color-scheme:dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
}
addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = {ArrowRight: 1, ArrowDown: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1};
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key in steps) show(now + steps[key]);
  else if (key === 'Home') show(0);
  else if (key === 'End') show(slides.length - 1);
  else if (key === 'n') body.classList.toggle('notes');
  else if (key === 'o') body.classList.toggle('overview');
  else if (key === 'Escape' || key === 'Enter') body.classList.remove('overview');
  else if (key === 'd') otherTheme();
  else return;
  event.preventDefault();
  fit();
});
slides.forEach((slide, i) => slide.addEventListener('click', () => {
  if (!body.classList.contains('overview')) return;
  body.classList.remove('overview');
  show(i);
}));
body.classList.add('scripted');
fitSlides();
fit();
turnToAnchor();
addEventListener('resize', fit);
addEventListener('hashchange', turnToAnchor);
)";

}  // namespace warpscope::presentation
