import AdPlayground

PlaygroundApp().run()
