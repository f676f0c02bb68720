"""Shows films: in a notebook, as a still picture, as one HTML page, as text. It knows only `scene.values`."""
